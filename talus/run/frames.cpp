#include "talus/run/frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "talus/core/printable.h"
#include "talus/io/unfinished.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/scene/simulation.h"

namespace talus::run {
namespace {

constexpr std::array<std::string_view, 2> suffixes{".vti", ".vtp"};
constexpr std::size_t max_set_name_length = 255;  // the limit of file systems

std::string fileName(const std::string& set, std::uint64_t frame, std::string_view suffix) {
    return numbered(set, frame) + std::string(suffix);
}

std::optional<std::uint64_t> count(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The parts of a file name: "sparks.0007.vtp" is frame 7 of the set "sparks".
struct Named {
    std::string set;
    std::uint64_t frame;
    std::string_view suffix;
};
std::optional<Named> parseName(std::string_view file) {
    for (const std::string_view suffix : suffixes) {
        if (!file.ends_with(suffix)) continue;
        file.remove_suffix(suffix.size());
        const std::size_t dot = file.rfind('.');
        if (dot == std::string_view::npos || dot == 0) return std::nullopt;
        const auto frame = count(file.substr(dot + 1));
        if (!frame || !isPlainName(file.substr(0, dot), max_set_name_length)) return std::nullopt;
        return Named{std::string(file.substr(0, dot)), *frame, suffix};
    }
    return std::nullopt;
}

/// The number of files of a set, by suffix.
using SuffixCounts = std::map<std::string_view, std::size_t>;

/// The most frequent suffix. A set has files of one kind; others of the same name are not of the run.
std::string_view mainSuffix(const SuffixCounts& times) {
    return std::max_element(times.begin(), times.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
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
    std::vector<Named> all;
    std::map<std::string, SuffixCounts> times;
    std::map<std::uint64_t, FrameFile> found;
    std::error_code code;
    const ConfinedPath folder = layout::frames(run);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path(), code))
        if (const auto named = parseName(entry.path().filename().string())) {
            ++times[named->set][named->suffix];
            all.push_back(*named);
        }
    for (const auto& [set, frame, suffix] : all)
        if (suffix == mainSuffix(times[set]))
            found.try_emplace(frame, FrameFile{frame})
                .first->second.sets.emplace(set, folder / fileName(set, frame, suffix));
    std::vector<FrameFile> files;
    files.reserve(found.size());
    for (auto& [number, file] : found) {
        for (const auto& [set, of_set] : times) {
            const std::string_view suffix = mainSuffix(of_set);
            if (2 * of_set.at(suffix) > found.size())
                file.sets.try_emplace(set, folder / fileName(set, number, suffix));
        }
        files.push_back(std::move(file));
    }
    return files;
}

Result<Frame> readFrame(const FrameFile& file) {
    Frame frame;
    for (const auto& [name, path] : file.sets) {
        if (!io::isThere(path))
            return Error{ErrorKind::Input,
                         fmt::format("'{}' is missing; `talus resume` computes the frame again and writes it",
                                     path.string())};
        auto set = io::readSet(path);
        if (!set) return set.error();
        frame.time = state::timeOf(set->view);
        frame.sets.emplace(name, std::move(*set));
    }
    return frame;
}

namespace {

Status addSets(const scene::Simulation& simulation, const scene::Running& running,
               std::span<const std::string> fields, Frame& frame) {
    for (const method::FrameSource& source : running.instance->frames(fields)) {
        auto set = source.now(simulation.exec(), simulation.world(), frame.time);
        if (!set) return set.error();
        frame.sets.emplace(source.name, std::move(*set));
    }
    return success();
}

Frame emptyFrame(const scene::Simulation& simulation) {
    return {simulation.clock().time(simulation.world().step), {}};
}

}  // namespace

Result<Frame> frameOf(const scene::Simulation& simulation, std::span<const std::string> fields) {
    Frame frame = emptyFrame(simulation);
    for (const scene::Running& running : simulation.methods())
        if (Status added = addSets(simulation, running, fields, frame); !added) return added.error();
    return frame;
}

Result<Frame> frameOfAll(const scene::Simulation& simulation, std::span<const std::string> extra) {
    Frame frame = emptyFrame(simulation);
    for (const scene::Running& running : simulation.methods()) {
        std::vector<std::string> fields(running.method->fields.begin(), running.method->fields.end());
        std::erase(fields, method::contact_force);
        fields.insert(fields.end(), extra.begin(), extra.end());
        if (Status added = addSets(simulation, running, fields, frame); !added) return added.error();
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
        const double time = clock.time(file.frame * clock.steps_per_frame);
        for (const auto& [name, path] : file.sets)
            if (after && file.frame <= *after)
                writer.series_[name].push_back({time, path.filename()});
            else if (Status status = io::removeFile(path); !status)
                return status.error();
    }
    if (after)
        if (Status status = writer.writeSeries(); !status) return status.error();
    return writer;
}

Status FrameWriter::rewrite(std::uint64_t number, const Frame& frame) {
    for (const auto& [name, set] : frame.sets) {
        unsynced_.push_back(folder_ / fileName(name, number, io::suffixOf(set.view)));
        if (Status status = io::writeSet(unsynced_.back(), set.view); !status) return status;
    }
    return success();
}

Status FrameWriter::write(std::uint64_t number, const Frame& frame) {
    if (Status status = rewrite(number, frame); !status) return status;
    const double time = clock_.time(number * clock_.steps_per_frame);
    for (const auto& [name, set] : frame.sets)
        series_[name].push_back({time, fileName(name, number, io::suffixOf(set.view))});
    return writeSeries();
}

Status FrameWriter::sync() {
    for (const ConfinedPath& path : unsynced_) {
        // A user may delete frames during the run.
        if (!io::isThere(path)) continue;
        if (Status status = io::syncToDisk(path); !status) return status;
    }
    unsynced_.clear();
    return io::syncFolder(folder_);
}

Status FrameWriter::writeSeries() const {
    for (const auto& [name, series] : series_)
        if (Status status = io::writePvd(folder_ / (name + ".pvd"), series); !status) return status;
    return success();
}

}  // namespace talus::run
