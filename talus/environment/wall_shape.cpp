#include "talus/environment/wall_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::environment {
namespace {

using Kind = Wall::Kind;

class Bounds {
  public:
    void add(const Vec3d& p, const Vec3d& margin = {}) {
        const Vec3d low = p - margin, high = p + margin;
        box_.min = {std::min(box_.min.x, low.x), std::min(box_.min.y, low.y), std::min(box_.min.z, low.z)};
        box_.max = {std::max(box_.max.x, high.x), std::max(box_.max.y, high.y), std::max(box_.max.z, high.z)};
    }
    void addCircle(const Vec3d& centre, const Vec3d& direction, double radius) {
        const Vec3d n = normalized(direction);
        const auto across = [&](double along) {
            return radius * std::sqrt(std::max(0.0, 1 - along * along));
        };
        add(centre, {across(n.x), across(n.y), across(n.z)});
    }
    void addBall(const Vec3d& centre, double radius) { add(centre, {radius, radius, radius}); }
    const geometry::Box& box() const { return box_; }

  private:
    static constexpr double far = std::numeric_limits<double>::infinity();
    geometry::Box box_{{far, far, far}, {-far, -far, -far}};
};

}  // namespace

std::optional<geometry::Box> boundsOf(const Wall& wall) {
    Bounds bounds;
    switch (wall.kind) {
        case Kind::Plane: return std::nullopt;
        case Kind::Rectangle: {
            const geometry::Rectangle& r = wall.rectangle;
            for (const Vec3d& corner : {r.corner, r.corner + r.u, r.corner + r.v, r.corner + r.u + r.v})
                bounds.add(corner);
            break;
        }
        case Kind::Disc: bounds.addCircle(wall.disc.centre, wall.disc.normal, wall.disc.radius); break;
        case Kind::BoxInside:
        case Kind::BoxOutside: return wall.box;
        case Kind::SphereInside:
        case Kind::SphereOutside: bounds.addBall(wall.sphere.centre, wall.sphere.radius); break;
        case Kind::CylinderInside:
        case Kind::CylinderOutside:
        case Kind::Cone: {
            const double end = wall.kind == Kind::Cone ? wall.cone.end_radius : wall.cone.radius;
            bounds.addCircle(wall.cone.from, wall.cone.to - wall.cone.from, wall.cone.radius);
            bounds.addCircle(wall.cone.to, wall.cone.to - wall.cone.from, end);
            break;
        }
        case Kind::Capsule:
            bounds.addBall(wall.capsule.from, wall.capsule.radius);
            bounds.addBall(wall.capsule.to, wall.capsule.radius);
            break;
        case Kind::Mesh:
            if (!wall.mesh) return std::nullopt;
            return boundsOf(*wall.mesh);
    }
    return bounds.box();
}

Vec3d referenceOf(const Wall& wall) {
    switch (wall.kind) {
        case Kind::Plane: return wall.plane.point;
        case Kind::CylinderInside:
        case Kind::CylinderOutside:
        case Kind::Cone: return (wall.cone.from + wall.cone.to) * 0.5;
        default: {
            const auto bounds = boundsOf(wall);
            return bounds ? centreOf(*bounds) : Vec3d{};
        }
    }
}

bool isObstacle(const Wall& wall) {
    return wall.kind == Kind::BoxOutside || wall.kind == Kind::SphereOutside ||
           wall.kind == Kind::CylinderOutside || wall.kind == Kind::Capsule;
}

bool isThin(const Wall& wall) {
    return wall.kind == Kind::Rectangle || wall.kind == Kind::Disc || wall.kind == Kind::CylinderInside ||
           wall.kind == Kind::Cone || wall.kind == Kind::Mesh ||
           (wall.kind == Kind::BoxInside && !wall.open.empty());
}

}  // namespace talus::environment
