#include "talus/run/repair/missing_frames.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/io/csv.h"
#include "talus/io/unfinished.h"
#include "talus/run/checkpoints.h"

namespace talus::run {
namespace {

bool isWhole(const FrameFile& file) {
    return std::all_of(file.sets.begin(), file.sets.end(),
                       [](const auto& set) { return io::isThere(set.second); });
}

/// The first and last of these frames in a range. Empty: none.
std::optional<FrameSpan> inRange(const FrameSpan& frames, const FrameRange& range) {
    FrameSpan taken{std::max(frames.first, range.first), std::min(frames.last, range.last)};
    const auto beyond = [&](std::uint64_t frame) { return (frame - range.first) % range.stride; };
    if (taken.first > taken.last) return std::nullopt;
    if (beyond(taken.first) > 0) taken.first += range.stride - beyond(taken.first);
    if (taken.first > taken.last) return std::nullopt;
    taken.last -= beyond(taken.last);
    return taken;
}

}  // namespace

std::uint64_t firstFrame(const Path& run) {
    const auto manifest = inspectRun(run);
    return manifest ? manifest->first_frame : 0;
}

std::optional<std::uint64_t> lastFrame(const Path& run) {
    std::optional<std::uint64_t> last;
    const auto reached = [&](std::uint64_t frame) { last = std::max(last.value_or(0), frame); };
    // A run writes these in the opposite order, so that none of its frames seems to be missing while it runs.
    if (const auto checkpoints = listCheckpoints(run); checkpoints && !checkpoints->empty())
        reached(checkpoints->back().frame);
    if (const auto stats = io::readCsv(layout::stats(run)); stats && !stats->rows.empty())
        reached(firstFrame(run) + stats->rows.size() - 1);
    if (const auto frames = listFrames(run); !frames.empty()) reached(frames.back().frame);
    return last;
}

std::string framesText(FrameSpan frames) {
    return frames.first == frames.last ? fmt::format("frame {}", frames.first)
                                       : fmt::format("frames {} to {}", frames.first, frames.last);
}

std::vector<FrameSpan> missingFrames(const Path& run) {
    const auto last = lastFrame(run);
    std::vector<FrameSpan> missing;
    if (!last) return missing;
    std::uint64_t next = firstFrame(run);  // the next expected frame
    for (const FrameFile& file : listFrames(run)) {
        if (!isWhole(file)) continue;
        if (file.frame > next) missing.push_back({next, file.frame - 1});
        next = file.frame + 1;
    }
    if (next <= *last) missing.push_back({next, *last});
    return missing;
}

std::string missingText(const Path& run, const FrameRange& range) {
    std::string text;
    for (const FrameSpan& frames : missingFrames(run))
        if (const auto taken = inRange(frames, range))
            text += (text.empty() ? "" : ", ") + framesText(*taken);
    return text;
}

}  // namespace talus::run
