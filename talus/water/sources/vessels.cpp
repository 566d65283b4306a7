#include "talus/water/sources/vessels.h"

#include <algorithm>

#include "talus/water/sources/fill.h"

namespace talus::water {
namespace {

using Kind = environment::Wall::Kind;

bool has(const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// A position relative to a tube or cone: along the axis as a share of its length, and the distance beyond
/// its side [m].
struct InTube {
    double along, beyond;
};
InTube inTube(const environment::Wall& wall, const Vec3d& p) {
    const Vec3d axis = wall.cone.to - wall.cone.from, from = p - wall.cone.from;
    const double t = dot(from, axis) / squaredLength(axis);
    const double end = wall.kind == Kind::Cone ? wall.cone.end_radius : wall.cone.radius;
    // Beyond an open end the radius is that of the end.
    const double radius = wall.cone.radius + (end - wall.cone.radius) * std::clamp(t, 0.0, 1.0);
    return {t, length(from - axis * t) - radius};
}

bool isVessel(const environment::Wall& wall) {
    return wall.kind == Kind::CylinderInside || wall.kind == Kind::Cone ||
           (wall.kind == Kind::BoxInside && !wall.open.empty());
}

bool holds(const environment::Wall& wall, const Vec3d& p) {
    if (outsideOf(wall, p)) return false;
    const geometry::Box& box = wall.box;
    if (wall.kind == Kind::BoxInside)
        return p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y && p.z > box.min.z &&
               p.z < box.max.z;
    const double along = inTube(wall, p).along;
    return along > 0 && along < 1;
}

}  // namespace

bool outsideOf(const environment::Wall& wall, const Vec3d& p) {
    if (!isVessel(wall)) return false;
    if (wall.kind == Kind::BoxInside) {
        const geometry::Box& box = wall.box;
        const auto beyond = [&](double low, double x, double high, const char* below, const char* above) {
            return (x < low && !has(wall.open, below)) || (x > high && !has(wall.open, above));
        };
        return beyond(box.min.x, p.x, box.max.x, "-x", "+x") ||
               beyond(box.min.y, p.y, box.max.y, "-y", "+y") || beyond(box.min.z, p.z, box.max.z, "-z", "+z");
    }
    const InTube at = inTube(wall, p);
    return at.beyond > 0 || (at.along < 0 && has(wall.caps, "from")) ||
           (at.along > 1 && has(wall.caps, "to"));
}

std::vector<std::size_t> vesselsOf(const Block& block, const std::vector<environment::Wall>& walls,
                                   const environment::WallsAt& at) {
    const geometry::Box bounds = boundsOf(block);
    const Vec3d middle = (bounds.min + bounds.max) * 0.5;
    std::vector<std::size_t> found;
    for (std::size_t w = 0; w < walls.size(); ++w)
        if (isVessel(walls[w]) && holds(walls[w], at.inFrame(w, middle))) found.push_back(w);
    return found;
}

void removeOutsideVessels(const Block& block, const std::vector<environment::Wall>& walls,
                          const environment::WallsAt& at, std::vector<Vec3d>& positions) {
    for (const std::size_t w : vesselsOf(block, walls, at))
        std::erase_if(positions, [&](const Vec3d& p) { return outsideOf(walls[w], at.inFrame(w, p)); });
}

}  // namespace talus::water
