#include "talus/run/frames.h"

#include <charconv>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/ground/fields.h"
#include "talus/scene/simulation.h"
#include "talus/solids/fields.h"

namespace talus::run {
namespace {

/// The files of one kind: NAME.NNNN.SUFFIX.
struct Series {
    std::string_view name;
    std::string_view suffix;

    std::string fileName(std::uint64_t frame) const {
        return numbered(std::string(name), frame) + std::string(suffix);
    }
};
constexpr Series grain_files{"grains", ".vtp"};
constexpr Series ground_files{"ground", ".vti"};
constexpr Series body_files{"bodies", ".vtp"};

std::optional<std::uint64_t> count(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::uint64_t> numberOf(const std::string& file, const Series& series) {
    const std::string_view text = file;
    const std::size_t before = series.name.size() + 1, after = series.suffix.size();
    if (text.size() <= before + after || text.substr(0, series.name.size()) != series.name ||
        text[before - 1] != '.' || text.substr(text.size() - after) != series.suffix)
        return std::nullopt;
    return count(text.substr(before, text.size() - before - after));
}

}  // namespace

std::string numbered(const std::string& name, std::uint64_t frame) {
    return fmt::format("{}.{:04}", name, frame);
}

Result<FrameRange> parseFrameRange(const std::string& text) {
    const Error wrong{
        ErrorKind::Input,
        fmt::format("'{}' is not a range of frames; write FIRST:LAST:STRIDE with whole numbers, as in "
                    "10:50:5, 10: or ::5, or one frame",
                    text)};
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    FrameRange range;
    std::uint64_t* const into[] = {&range.first, &range.last, &range.stride};
    if (parts.size() > 3 || text.empty()) return wrong;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].empty() && parts.size() > 1) continue;
        const auto value = count(parts[i]);
        if (!value) return wrong;
        *into[i] = *value;
    }
    if (parts.size() == 1) range.last = range.first;
    if (range.stride == 0 || range.last < range.first) return wrong;
    return range;
}

std::vector<FrameFile> listFrames(const Path& run) {
    std::map<std::uint64_t, FrameFile> found;
    std::error_code code;
    const ConfinedPath folder = layout::frames(run);
    const auto of = [&](std::uint64_t frame) -> FrameFile& {
        return found.try_emplace(frame, FrameFile{frame, folder / grain_files.fileName(frame), {}, {}})
            .first->second;
    };
    for (const auto& entry : std::filesystem::directory_iterator(folder.path(), code)) {
        const std::string name = entry.path().filename().string();
        if (const auto grains = numberOf(name, grain_files)) of(*grains).path = folder / name;
        if (const auto ground = numberOf(name, ground_files)) of(*ground).ground = folder / name;
        if (const auto bodies = numberOf(name, body_files)) of(*bodies).bodies = folder / name;
    }
    std::vector<FrameFile> files;
    files.reserve(found.size());
    for (auto& [number, file] : found) files.push_back(std::move(file));
    return files;
}

Result<Frame> readFrame(const FrameFile& file) {
    auto grains = io::readVtp(file.path);
    if (!grains) return grains.error();
    Frame frame({}, std::nullopt);
    frame.read = std::move(*grains);
    frame.grains = frame.read.view();
    if (file.bodies) {
        auto bodies = io::readVtp(*file.bodies);
        if (!bodies) return bodies.error();
        frame.read_bodies = std::move(*bodies);
        frame.bodies = frame.read_bodies.view();
    }
    if (!file.ground) return frame;
    auto ground = io::readVti(*file.ground);
    if (!ground) return ground.error();
    frame.ground = std::move(*ground);
    return frame;
}

std::vector<std::uint64_t> damagedFrames(const Path& run, std::uint64_t last) {
    std::vector<std::uint64_t> damaged;
    for (const FrameFile& file : listFrames(run)) {
        if (file.frame > last) continue;
        const auto frame = readFrame(file);
        if (!frame && frame.error().kind == ErrorKind::Input) damaged.push_back(file.frame);
    }
    return damaged;
}

namespace {

/// What grains left in the columns, one field a material that any of them holds [kg].
void addStored(const scene::Simulation& simulation, io::Columns& columns) {
    const state::Table* stored = simulation.world().find(ground::stored_table);
    if (stored == nullptr) return;
    const auto& materials = simulation.scene().materials;
    const std::size_t count = columns.grid.size();
    const auto mass = stored->read(ground::fields::stored_mass);
    for (std::size_t m = 0; m < materials.size() && mass.size() == count * materials.size(); ++m) {
        io::Points::Array field{storedField(materials[m].name), state::Scalar::F32, 1, {}};
        field.bytes.resize(count * sizeof(float));
        bool any = false;
        for (std::size_t k = 0; k < count; ++k) {
            const auto value = static_cast<float>(mass[k * materials.size() + m]);
            any = any || value > 0;
            std::memcpy(field.bytes.data() + k * sizeof value, &value, sizeof value);
        }
        if (any) columns.fields.push_back(std::move(field));
    }
}

}  // namespace

std::string storedField(const std::string& material) { return "stored_" + material; }

Result<Frame> frameOf(const scene::Simulation& simulation, std::span<const std::string> grain_fields) {
    const state::World& world = simulation.world();
    const double time = simulation.clock().time(world.step);
    auto grains = io::viewOf(world.table(grains::grains_table), grain_fields, time);
    if (!grains) return grains.error();
    Frame frame(std::move(*grains), std::nullopt);
    if (simulation.scene().ground) {
        frame.ground =
            io::columnsOf(world.table(ground::ground_table), simulation.scene().ground->surface->grid, time);
        addStored(simulation, *frame.ground);
    }
    if (const state::Table* bodies = world.find(solids::bodies_table)) {
        const std::vector<std::string> fields{"velocity", "axis_x", "axis_y", "spin", "ground_force"};
        auto points = io::viewOf(*bodies, fields, time);
        if (!points) return points.error();
        frame.bodies = std::move(*points);
    }
    return frame;
}

Result<FrameWriter> FrameWriter::open(const Path& run, const step::Clock& clock,
                                      std::optional<std::uint64_t> after) {
    FrameWriter writer(layout::frames(run), clock);
    if (Status status = io::createFolder(writer.folder_); !status) return status.error();
    std::error_code code;
    const std::filesystem::directory_iterator readable(writer.folder_.path(), code);
    if (code) return io::storageError("read the folder", writer.folder_, code.value());
    for (const FrameFile& file : listFrames(run)) {
        if (after && file.frame <= *after) {
            const double time = clock.time(file.frame * clock.steps_per_frame);
            writer.series_.push_back({time, grain_files.fileName(file.frame)});
            if (file.ground) writer.ground_series_.push_back({time, ground_files.fileName(file.frame)});
            if (file.bodies) writer.body_series_.push_back({time, body_files.fileName(file.frame)});
            continue;
        }
        if (Status status = io::removeFile(file.path); !status) return status.error();
        for (const auto& more : {file.ground, file.bodies})
            if (more)
                if (Status status = io::removeFile(*more); !status) return status.error();
    }
    if (after)
        if (Status status = writer.writeSeries(); !status) return status.error();
    return writer;
}

Status FrameWriter::rewrite(std::uint64_t number, const Frame& frame) {
    const auto wrote = [&](const Series& series, auto writeFile, const auto& view) {
        const ConfinedPath path = folder_ / series.fileName(number);
        unsynced_.push_back(path);
        return writeFile(path, view);
    };
    // The grains last: where they are, the frame is complete.
    if (frame.ground)
        if (Status status = wrote(ground_files, io::writeVti, frame.ground->view()); !status) return status;
    if (frame.bodies)
        if (Status status = wrote(body_files, io::writeVtp, *frame.bodies); !status) return status;
    return wrote(grain_files, io::writeVtp, frame.grains);
}

Status FrameWriter::write(std::uint64_t number, const Frame& frame) {
    if (Status status = rewrite(number, frame); !status) return status;
    const double time = clock_.time(number * clock_.steps_per_frame);
    if (frame.ground) ground_series_.push_back({time, ground_files.fileName(number)});
    if (frame.bodies) body_series_.push_back({time, body_files.fileName(number)});
    series_.push_back({time, grain_files.fileName(number)});
    return writeSeries();
}

Status FrameWriter::sync() {
    std::error_code ignored;
    for (const ConfinedPath& path : unsynced_) {
        // A user may take frames away while the run goes on.
        if (std::filesystem::symlink_status(path.path(), ignored).type() ==
            std::filesystem::file_type::not_found)
            continue;
        if (Status status = io::syncToDisk(path); !status) return status;
    }
    unsynced_.clear();
    return io::syncFolder(folder_);
}

Status FrameWriter::writeSeries() const {
    if (!ground_series_.empty())
        if (Status status = io::writePvd(folder_ / "ground.pvd", ground_series_); !status) return status;
    if (!body_series_.empty())
        if (Status status = io::writePvd(folder_ / "bodies.pvd", body_series_); !status) return status;
    return io::writePvd(folder_ / "grains.pvd", series_);
}

}  // namespace talus::run
