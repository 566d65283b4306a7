#include "viewer/pictures/draft_picture.h"

#include <cmath>

namespace talus::viewer {
namespace {

/// Sets of fewer points are not worth thinning.
constexpr std::size_t min_points = 1 << 11;

state::Points::Array everyNth(const state::ArrayView& array, std::size_t count, std::size_t stride) {
    state::Points::Array kept{array.name, array.scalar, array.components, {}};
    const std::size_t row = count == 0 ? 0 : array.bytes.size() / count;
    kept.bytes.reserve((count / stride + 1) * row);
    for (std::size_t i = 0; i < count; i += stride) {
        const auto bytes = array.bytes.subspan(i * row, row);
        kept.bytes.insert(kept.bytes.end(), bytes.begin(), bytes.end());
    }
    return kept;
}

state::Points everyNth(const state::PointsView& points, std::size_t stride) {
    state::Points kept;
    kept.time = points.time;
    kept.count = (points.count + stride - 1) / stride;
    kept.position = everyNth(points.position, points.count, stride);
    for (const state::ArrayView& field : points.fields)
        kept.fields.push_back(everyNth(field, points.count, stride));
    return kept;
}

/// The number of points of a set that may be thinned; 0: it is not.
std::size_t pointsOf(const std::string& name, const state::FrameSet& set) {
    const auto* points = set.as<state::PointsView>();
    return points == nullptr || name == "bodies" || points->count < min_points ? 0 : points->count;
}

void enlarge(std::span<const double>& radius, double growth, std::vector<std::shared_ptr<void>>& keep) {
    auto larger = std::make_shared<std::vector<double>>(radius.begin(), radius.end());
    for (double& r : *larger) r *= growth;
    radius = *larger;
    keep.push_back(std::move(larger));
}

}  // namespace

ThinnedFrame thinned(const run::Frame& frame, std::size_t max_points) {
    std::size_t count = 0;
    for (const auto& [name, set] : frame.sets) count += pointsOf(name, set);
    ThinnedFrame made{frame, 1};
    if (count <= max_points || max_points == 0) return made;
    const std::size_t stride = (count + max_points - 1) / max_points;
    made.share = 1.0 / static_cast<double>(stride);
    for (auto& [name, set] : made.frame.sets)
        if (pointsOf(name, set) > 0) set = everyNth(*set.as<state::PointsView>(), stride);
    return made;
}

void fillUp(picture::Picture& picture, double share, std::vector<std::shared_ptr<void>>& keep) {
    if (share == 1) return;
    const double growth = std::cbrt(1 / share);
    const auto was_thinned = [&](std::size_t left) {
        return static_cast<double>(left) >= share * static_cast<double>(min_points);
    };
    for (picture::Spheres& balls : picture.spheres)
        if (was_thinned(balls.centre.size())) enlarge(balls.radius, growth, keep);
    for (picture::Liquid& liquid : picture.liquids)
        if (was_thinned(liquid.centre.size())) enlarge(liquid.radius, growth, keep);
}

}  // namespace talus::viewer
