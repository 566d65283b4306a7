#include "talus/run/engraving/screen_state.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "talus/io/unfinished.h"
#include "talus/run/checkpoints.h"

namespace talus::run {
namespace {

using picture::engraved::PlacedPoint;

// The file has the form of a checkpoint (io/checkpoint/), with these two tables.
constexpr const char* masses = "masses";
constexpr state::Field<float> value{"a", "", "position of a mass of the screen, in phyxels"};
constexpr state::Field<float> before{"before", "", "the same, one step before"};
constexpr const char* points = "points";
constexpr state::Field<std::uint64_t> id{"id", "", "id of a point"};
constexpr state::Field<float> x{"x", "", "phyxels from the left edge"};
constexpr state::Field<float> y{"y", "", "phyxels from the top edge"};
constexpr state::Field<float> z{"z", "", "phyxels along the third axis"};
constexpr state::Field<float> radius{"radius", "", "radius of the mark, in phyxels"};

state::World emptyWorld() {
    state::World world;
    state::Table& of_masses = world.addTable(masses);
    for (const state::Field<float>* field : {&value, &before}) of_masses.add(*field);
    state::Table& of_points = world.addTable(points);
    of_points.add(id);
    for (const state::Field<float>* field : {&x, &y, &z, &radius}) of_points.add(*field);
    return world;
}

constexpr std::string_view prefix = "screen.";

/// "screen.0040.h5", from that of the checkpoint of the same step.
std::string nameBeside(std::string_view checkpoint) {
    return std::string(prefix) + std::string(checkpoint.substr(checkpoint.find('.') + 1));
}

std::string fileName(std::uint64_t step, const step::Clock& clock) {
    const std::uint64_t frame = clock.frame(step), steps = step % clock.steps_per_frame;
    return steps == 0 ? fmt::format("{}{:04}.h5", prefix, frame)
                      : fmt::format("{}{:04}+{}.h5", prefix, frame, steps);
}

/// Deletes the files of screens whose checkpoint is gone, but for one that has none yet.
Status dropOthers(const Path& run, const std::string& newest) {
    const auto checkpoints = listCheckpoints(run);
    if (!checkpoints) return checkpoints.error();
    std::set<std::string> kept{newest};
    for (const CheckpointFile& file : *checkpoints) kept.insert(nameBeside(file.path.filename()));
    const ConfinedPath folder = layout::checkpoints(run);
    std::vector<std::string> gone;
    std::error_code code;
    std::filesystem::directory_iterator entry(folder.path(), code);
    for (const std::filesystem::directory_iterator end; !code && entry != end; entry.increment(code)) {
        std::string name = entry->path().filename().string();
        const bool is_screen = name.starts_with(prefix) && name.ends_with(".h5");
        if (is_screen && !kept.contains(name)) gone.push_back(std::move(name));
    }
    if (code) return io::storageError("read the folder", folder, code.value());
    for (const std::string& name : gone)
        if (Status status = io::removeFile(folder / name); !status) return status;
    return success();
}

Error cannotGoOn(const ConfinedPath& file, const std::string& why) {
    return {ErrorKind::Input,
            fmt::format("cannot go on with the engraved screen of '{}': {}; resume from another checkpoint "
                        "(--from FRAME)",
                        file.string(), why)};
}

Result<io::Checkpoint> readScreenFile(const ConfinedPath& file) {
    if (!io::isThere(file)) return cannotGoOn(file, "there is no such file");
    return io::readCheckpoint(file);
}

}  // namespace

Status checkScreenFile(const Path& run, const io::CheckpointInfo& checkpoint) {
    const auto read = readScreenFile(layout::checkpoints(run) / fileName(checkpoint.step, checkpoint.clock));
    return read ? success() : Status(read.error());
}

Status saveScreen(const Path& run, const ScreenState& state, std::uint64_t step, std::uint64_t scene_hash,
                  const step::Clock& clock) {
    state::World world = emptyWorld();
    world.time = state.time;
    world.step = step;
    state::Table& of_masses = world.table(masses);
    of_masses.resize(state.values.size());
    std::copy(state.values.begin(), state.values.end(), of_masses.write(value).begin());
    std::copy(state.before.begin(), state.before.end(), of_masses.write(before).begin());
    state::Table& of_points = world.table(points);
    of_points.resize(state.points.size());
    for (std::size_t i = 0; i < state.points.size(); ++i) {
        const PlacedPoint& point = state.points[i];
        of_points.write(id)[i] = point.id;
        of_points.write(x)[i] = point.x;
        of_points.write(y)[i] = point.y;
        of_points.write(z)[i] = point.z;
        of_points.write(radius)[i] = point.radius;
    }
    if (Status status = io::createFolder(layout::checkpoints(run)); !status) return status;
    io::CheckpointInfo info;
    info.scene_hash = scene_hash;
    info.clock = clock;
    const std::string name = fileName(step, clock);
    if (Status status = io::writeCheckpoint(layout::checkpoints(run) / name, world, info); !status)
        return status;
    return dropOthers(run, name);
}

Result<ScreenState> loadScreen(const Path& run, std::uint64_t step, std::uint64_t scene_hash,
                               const step::Clock& clock) {
    const ConfinedPath file = layout::checkpoints(run) / fileName(step, clock);
    const auto read = readScreenFile(file);
    if (!read) return read.error();
    if (read->info.scene_hash != scene_hash || read->info.step != step)
        return cannotGoOn(file, "it belongs to another run");
    state::World world = emptyWorld();
    if (Status status = state::restore(read->state, world); !status)
        return cannotGoOn(file, status.error().message);
    ScreenState state;
    state.time = world.time;
    if (!(state.time >= 0 && state.time <= clock.time(step)))
        return cannotGoOn(file, fmt::format("its time is {} s", state.time));
    const state::Table& of_masses = world.table(masses);
    const auto now = of_masses.read(value), was = of_masses.read(before);
    state.values.assign(now.begin(), now.end());
    state.before.assign(was.begin(), was.end());
    const state::Table& of_points = world.table(points);
    for (std::size_t i = 0; i < of_points.size(); ++i)
        state.points.push_back({of_points.read(id)[i], of_points.read(x)[i], of_points.read(y)[i],
                                of_points.read(radius)[i], of_points.read(z)[i]});
    return state;
}

}  // namespace talus::run
