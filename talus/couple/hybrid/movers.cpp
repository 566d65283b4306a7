#include "talus/couple/hybrid/movers.h"

namespace talus::couple {
namespace {

/// Points on the paths of free flight. Obstacles only make a path shorter.
std::vector<Vec3d> pointsOnPaths(const std::vector<Movers::Mover>& movers, const Vec3d& gravity,
                                 double duration, double spacing) {
    std::vector<Vec3d> points;
    points.reserve(2 * movers.size());
    for (const auto& [position, velocity] : movers) {
        const double path = (length(velocity) + 0.5 * length(gravity) * duration) * duration;
        constexpr double max_points = 1000;  // of one grain, which does not move that far between two rounds
        const auto parts = static_cast<int>(std::min(std::ceil(path / spacing), max_points));
        points.push_back(position);
        for (int k = 1; k <= parts; ++k) {
            const double t = duration * k / parts;
            points.push_back(position + velocity * t + gravity * (0.5 * t * t));
        }
    }
    return points;
}

}  // namespace

Movers::Movers(const exec::Exec& exec, const std::vector<Mover>& movers, const Vec3d& gravity,
               double duration, double reach)
    : reach_square_(reach * reach),
      points_(pointsOnPaths(movers, gravity, duration, 0.5 * reach)),
      stacks_(exec, {points_.data(), points_.size()}, reach) {}

}  // namespace talus::couple
