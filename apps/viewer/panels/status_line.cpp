#include "viewer/panels/status_line.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::viewer {
namespace {

std::string bytesText(std::uint64_t bytes) {
    return fmt::format("{:.0f} MB", static_cast<double>(bytes) / (1 << 20));
}

std::string joined(const std::vector<StatusPart>& parts) {
    std::string line;
    for (const StatusPart& part : parts) line += (line.empty() ? "" : "   ") + part.text;
    return line;
}

}  // namespace

std::vector<StatusPart> statusParts(const Viewer& viewer) {
    const SourceStatus& status = viewer.status();
    const Shot& shot = *viewer.shot();
    std::vector<StatusPart> parts{{fmt::format("{:.4g} s", shot.frame.time), 10}};
    if (!status.recording.empty()) parts.push_back({"recording", 9});
    if (viewer.film() != nullptr)
        parts.push_back({fmt::format("film: {} pictures", viewer.film()->pictures()), 9});
    if (shot.dt > 0) parts.push_back({fmt::format("dt {:.3g} s", shot.dt), 2});
    for (const method::Count& count : shot.counts)
        parts.push_back({fmt::format("{} {}", count.count, count.what), 8});
    if (status.steps_per_second > 0)
        parts.push_back({fmt::format("{:.4g} steps/s", status.steps_per_second), 5});
    if (status.slowdown > 0)
        parts.push_back({fmt::format("{:.3g} times slower than real time", status.slowdown), 7});
    if (std::isfinite(status.speed) && status.speed != 1)
        parts.push_back({fmt::format("speed {:.3g}", status.speed), 6});
    if (status.history_frames > 0)
        parts.push_back({fmt::format("{} frame{} back in {} of {}", status.history_frames,
                                     status.history_frames == 1 ? "" : "s", bytesText(status.history_bytes),
                                     bytesText(status.history_budget)),
                         1});
    if (const auto drawn = viewer.drawn(); drawn && (drawn->scale > 1 || drawn->share < 1)) {
        std::string text = fmt::format("draft: 1/{:.2g} of the pixels a side", drawn->scale);
        if (drawn->share < 1) text += fmt::format(", {:.2g} % of the particles", 100 * drawn->share);
        parts.push_back({std::move(text), 4});
    }
    return parts;
}

std::string statusLine(std::vector<StatusPart> parts, float width,
                       const std::function<float(const std::string&)>& widthOf) {
    while (parts.size() > 1 && widthOf(joined(parts)) > width) {
        // Of equal ones the last.
        const auto least = std::min_element(parts.rbegin(), parts.rend(), [](const auto& a, const auto& b) {
            return a.importance < b.importance;
        });
        parts.erase(std::prev(least.base()));
    }
    return joined(parts);
}

}  // namespace talus::viewer
