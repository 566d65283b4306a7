#include "talus/run/picture/land_edges.h"

#include <algorithm>
#include <array>
#include <string>

#include "talus/method/wall_poses.h"

namespace talus::run {
namespace {

using environment::Sink;
using environment::Wall;

constexpr double widest_rim = 0.12;  ///< over the land's width: walls farther inside are not edges

/// Moves the edges of the land inwards to invisible walls and sinks.
class Cutting {
  public:
    explicit Cutting(const geometry::Box& land) : land_(land), edges_{land} {}

    /// Ends the land at an upright plane; the side of the normal is kept.
    void endAt(const geometry::Plane& plane) {
        constexpr double upright = 1 - 1e-6;
        if (plane.normal.x > upright) endAt(0, plane.point.x);
        if (plane.normal.x < -upright) endAt(1, plane.point.x);
        if (plane.normal.y > upright) endAt(2, plane.point.y);
        if (plane.normal.y < -upright) endAt(3, plane.point.y);
    }
    void endIn(const geometry::Box& box, const std::vector<std::string>& open) {
        constexpr std::array names{"-x", "+x", "-y", "+y"};
        const std::array places{box.min.x, box.max.x, box.min.y, box.max.y};
        const Vec3d size = box.max - box.min, all = land_.max - land_.min;
        const double min_share = 1 - 2 * widest_rim;  // a box on a part of the land is not an edge
        if (size.x < min_share * all.x || size.y < min_share * all.y) return;
        for (std::size_t side = 0; side < 4; ++side)
            if (std::find(open.begin(), open.end(), names[side]) == open.end()) endAt(side, places[side]);
    }
    const LandEdges& edges() const { return edges_; }

  private:
    void endAt(std::size_t side, double place) {
        const bool along_x = side < 2, low = side % 2 == 0;
        const double from = along_x ? land_.min.x : land_.min.y, to = along_x ? land_.max.x : land_.max.y;
        const double inside = (low ? place - from : to - place) / (to - from);
        if (inside < 0 || inside > widest_rim) return;
        double& edge = low ? (along_x ? edges_.cut.min.x : edges_.cut.min.y)
                           : (along_x ? edges_.cut.max.x : edges_.cut.max.y);
        edge = low ? std::max(edge, place) : std::min(edge, place);
        edges_.ends_water[side] = true;
    }

    geometry::Box land_;
    LandEdges edges_;
};

bool standsStill(const method::Common& scene, const Wall& wall) {
    return !wall.follows && method::sampleTimesOf(scene, wall).size() == 1;
}

}  // namespace

picture::Tank LandEdges::tank() const {
    // A little inside of the land's sides, so that these hide the water where both coincide.
    const Vec3d size = cut.max - cut.min;
    const double in = 5e-4 * std::max(size.x, size.y), above = std::max({size.x, size.y, size.z});
    picture::Tank tank;
    tank.box = {{cut.min.x + in, cut.min.y + in, cut.min.z + in},
                {cut.max.x - in, cut.max.y - in, cut.max.z + above}};
    for (std::size_t side = 0; side < 4; ++side) tank.open[side] = !ends_water[side];
    tank.open[5] = true;
    return tank;
}

LandEdges edgesOf(const method::Common& scene, const geometry::Box& land) {
    Cutting cutting(land);
    for (const Wall& wall : scene.environment.walls) {
        if (wall.visible || !standsStill(scene, wall)) continue;
        const environment::Pose pose = method::poseOf(scene, wall, 0);
        if (wall.kind == Wall::Kind::Plane)
            cutting.endAt({pose.toWorld(wall.plane.point), rotated(pose.rotation, wall.plane.normal)});
        if (wall.kind == Wall::Kind::BoxInside) cutting.endIn(wall.box, wall.open);
    }
    for (const Sink& sink : scene.environment.sinks)
        if (sink.kind == Sink::Kind::Plane) cutting.endAt(sink.plane);
    return cutting.edges();
}

}  // namespace talus::run
