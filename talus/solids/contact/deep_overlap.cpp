#include "talus/solids/contact/deep_overlap.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::solids {

void OverlapRecord::take(const std::optional<DeepOverlap>& overlap, double time) {
    const bool same =
        overlap && closing_ && closing_->first == overlap->first && closing_->second == overlap->second;
    steps_ = same ? steps_ + 1 : 1;
    closing_ = overlap;
    if (!overlap || !(overlap->share > deepest_.share)) return;
    if (!(overlap->share > reported_share) && steps_ < closing_steps) return;
    deepest_ = *overlap;
    deepest_.time = time;
}

std::string overlapNote(const Setup& setup, const DeepOverlap& overlap) {
    const auto nameOf = [&](std::size_t wall) -> std::string {
        const auto body = std::ranges::find(setup.bodies, wall, &PreparedBody::wall);
        if (body != setup.bodies.end()) return fmt::format("body '{}'", body->name);
        if (wall < setup.wall_names.size()) return fmt::format("wall '{}'", setup.wall_names[wall]);
        return "the ground";
    };
    return fmt::format(
        "{} and {} overlapped by {:.3g} m at {:.4g} s, which is {:.0f}% of the smallest side: contacts did "
        "not "
        "hold them apart. Masses that differ by more than 1:10,000, a body between two that do not give way, "
        "a fast wall, and a body that enters inside of another do that; change these, or set a shorter "
        "time.dt",
        nameOf(overlap.first), nameOf(overlap.second), overlap.depth, overlap.time, 100 * overlap.share);
}

}  // namespace talus::solids
