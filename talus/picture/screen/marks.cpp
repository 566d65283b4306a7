#include "talus/picture/screen/marks.h"

#include <cmath>
#include <unordered_map>

namespace talus::picture::engraved {

std::vector<PlacedPoint> placePoints(const state::PointsView& points, const Projection& projection,
                                     const std::function<double(std::size_t point)>& radius) {
    const state::ArrayView* id = points.find("id");
    std::vector<PlacedPoint> placed;
    for (std::size_t i = 0; i < points.count; ++i) {
        const OnScreen on = projection(points.at(i), radius(i));
        if (!(std::isfinite(on.x + on.y + on.z) && std::isfinite(on.radius) && on.radius > 0)) continue;
        placed.push_back({id != nullptr ? static_cast<std::uint64_t>(id->value(i)) : i,
                          static_cast<float>(on.x), static_cast<float>(on.y), static_cast<float>(on.radius),
                          static_cast<float>(on.z)});
    }
    return placed;
}

MovingMarks::MovingMarks(std::span<const PlacedPoint> earlier, std::span<const PlacedPoint> later) {
    std::unordered_map<std::uint64_t, const PlacedPoint*> by_id;
    by_id.reserve(earlier.size());
    for (const PlacedPoint& point : earlier) by_id.emplace(point.id, &point);
    for (const PlacedPoint& point : later)
        if (const auto found = by_id.find(point.id); found != by_id.end()) {
            from_.push_back(*found->second);
            to_.push_back(point);
        }
}

std::span<const Mark> MovingMarks::at(double share, double push) {
    const auto s = static_cast<float>(share);
    const auto between = [s](float from, float to) { return from + (to - from) * s; };
    marks_.resize(from_.size());
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const float radius = between(from_[i].radius, to_[i].radius);
        marks_[i] = {between(from_[i].x, to_[i].x), between(from_[i].y, to_[i].y), radius,
                     static_cast<float>(push) * radius, between(from_[i].z, to_[i].z)};
    }
    return marks_;
}

}  // namespace talus::picture::engraved
