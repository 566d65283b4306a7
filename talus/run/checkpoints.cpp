#include "talus/run/checkpoints.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include <fmt/format.h>

namespace talus::run {
namespace {

constexpr std::string_view prefix = "checkpoint.";
constexpr std::string_view suffix = ".h5";

std::string fileName(std::uint64_t frame, std::uint64_t steps) {
    return steps == 0 ? fmt::format("checkpoint.{:04}.h5", frame)
                      : fmt::format("checkpoint.{:04}+{}.h5", frame, steps);
}

std::optional<CheckpointFile> parse(const ConfinedPath& path) {
    const std::string name = path.filename();
    CheckpointFile file{0, 0, path};
    const char* first = name.data() + std::min(prefix.size(), name.size());
    const char* last = name.data() + name.size();
    if (name.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
    auto [next, code] = std::from_chars(first, last, file.frame);
    if (code != std::errc()) return std::nullopt;
    if (next != last && *next == '+') {
        const auto steps = std::from_chars(next + 1, last, file.steps);
        if (steps.ec != std::errc()) return std::nullopt;
        next = steps.ptr;
    }
    if (std::string_view(next, static_cast<std::size_t>(last - next)) != suffix) return std::nullopt;
    return file;
}

/// A checkpoint and what belongs to it.
Result<io::Checkpoint> readWhole(const ConfinedPath& file,
                                 const std::function<Status(const io::Checkpoint&)>& beside) {
    auto checkpoint = io::readCheckpoint(file);
    if (!checkpoint || !beside) return checkpoint;
    if (Status status = beside(*checkpoint); !status) return status.error();
    return checkpoint;
}

}  // namespace

Result<std::vector<CheckpointFile>> listCheckpoints(const Path& run) {
    std::vector<CheckpointFile> found;
    const ConfinedPath folder = layout::checkpoints(run);
    std::error_code code;
    std::filesystem::directory_iterator entry(folder.path(), code);
    for (const std::filesystem::directory_iterator end; !code && entry != end; entry.increment(code))
        if (auto file = parse(folder / entry->path().filename().string())) found.push_back(std::move(*file));
    if (code && code != std::errc::no_such_file_or_directory)
        return io::storageError("read the folder", folder, code.value());
    std::sort(found.begin(), found.end(), [](const CheckpointFile& a, const CheckpointFile& b) {
        return std::tie(a.frame, a.steps) < std::tie(b.frame, b.steps);
    });
    return found;
}

Status saveCheckpoint(const Path& run, const state::World& world, std::uint64_t scene_hash,
                      const step::Clock& clock, int keep) {
    const std::uint64_t frame = clock.frame(world.step);
    const std::uint64_t steps = world.step % clock.steps_per_frame;
    if (Status status = io::createFolder(layout::checkpoints(run)); !status) return status;
    io::CheckpointInfo info;
    info.scene_hash = scene_hash;
    info.clock = clock;
    if (Status status = io::writeCheckpoint(layout::checkpoints(run) / fileName(frame, steps), world, info);
        !status)
        return status;
    const auto listed = listCheckpoints(run);
    if (!listed) return listed.error();
    const auto& files = *listed;
    const std::size_t kept = static_cast<std::size_t>(std::max(1, keep));
    for (std::size_t i = 0; i + kept < files.size(); ++i)
        if (Status status = io::removeFile(files[i].path); !status) return status;
    return success();
}

bool hasCheckpoint(std::uint64_t frame, std::uint64_t last_frame, const scene::Output& output) {
    const auto every = static_cast<std::uint64_t>(std::max(1, output.checkpoint_frames));
    return (frame > 0 && frame % every == 0) || frame == last_frame;
}

Status dropCheckpointsAfter(const Path& run, std::uint64_t frame, std::uint64_t steps) {
    const auto files = listCheckpoints(run);
    if (!files) return files.error();
    for (const CheckpointFile& file : *files)
        if (std::tie(file.frame, file.steps) > std::tie(frame, steps))
            if (Status status = io::removeFile(file.path); !status) return status;
    return success();
}

Result<std::optional<io::Checkpoint>> loadCheckpoint(
    const Path& run, std::optional<std::uint64_t> frame, const std::function<void(const std::string&)>& note,
    const std::function<Status(const io::Checkpoint&)>& beside) {
    const auto listed = listCheckpoints(run);
    if (!listed) return listed.error();
    const auto& files = *listed;
    std::string frames;
    for (const CheckpointFile& file : files) {
        if (file.steps == 0) frames += fmt::format("{}{}", frames.empty() ? "" : ", ", file.frame);
        if (frame && file.frame == *frame && file.steps == 0) {
            auto checkpoint = readWhole(file.path, beside);
            if (!checkpoint) return checkpoint.error();
            return std::optional<io::Checkpoint>(std::move(*checkpoint));
        }
    }
    if (frame)
        return Error{
            ErrorKind::Input,
            fmt::format("there is no checkpoint of frame {} in '{}'; choose one of the frames {}, or 0, the "
                        "start",
                        *frame, run.string(), frames.empty() ? "(none)" : frames)};
    std::string newest;
    for (auto file = files.rbegin(); file != files.rend(); ++file) {
        auto checkpoint = readWhole(file->path, beside);
        if (checkpoint) return std::optional<io::Checkpoint>(std::move(*checkpoint));
        // A read error of the disk does not mean that the checkpoint is damaged, nor does a link in its
        // place.
        std::error_code code;
        const auto kind = std::filesystem::symlink_status(file->path.path(), code).type();
        if (checkpoint.error().kind == ErrorKind::Storage || kind != std::filesystem::file_type::regular)
            return Error{checkpoint.error().kind,
                         fmt::format("{}; to go on from another checkpoint, give `--from FRAME`",
                                     checkpoint.error().message)};
        note(checkpoint.error().message);
        if (newest.empty()) newest = checkpoint.error().message;
    }
    if (!files.empty())
        return Error{ErrorKind::Input,
                     fmt::format("none of the {} checkpoints in '{}' is intact (the newest: {}); `--from 0` "
                                 "starts over",
                                 files.size(), run.string(), newest)};
    return std::optional<io::Checkpoint>();
}

Error cannotBe(const std::string& file, const Error& why) {
    return {why.kind, fmt::format("cannot resume from the checkpoint '{}': {}; resume from another one "
                                  "(--from FRAME)",
                                  file, why.message)};
}

}  // namespace talus::run
