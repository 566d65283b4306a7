#include "talus/environment/sources/region.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/mesh/closed_mesh.h"

namespace talus::environment {
namespace {

using Shape = Region::Shape;

Vec3d unit(const Vec3d& v, const Vec3d& otherwise) {
    const double size = length(v);
    return size > 0 ? v / size : otherwise;
}

/// The vector from the middle of a disc to the point of its rim that is farthest in a direction.
Vec3d toRim(const Vec3d& axis, double radius, const Vec3d& direction) {
    const Vec3d across = direction - axis * dot(direction, axis);
    const double size = length(across);
    return size > 1e-12 * length(direction) ? across * (radius / size) : Vec3d{};
}

double signOf(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

RegionAxes axesOf(const Region& r) {
    const bool long_one = r.shape == Shape::Line || r.shape == Shape::Capsule;
    const Vec3d along = long_one                     ? unit(r.end - r.centre, {1, 0, 0})
                        : r.shape == Shape::Cylinder ? unit(r.axis, {0, 0, 1})
                                                     : unit(r.direction, {0, 0, 1});
    Vec3d u = geometry::perpendicularTo(along);
    if (r.shape == Shape::Rectangle) u = unit(cross(Vec3d{0, 0, 1}, along), {1, 0, 0});
    return {along, u, cross(along, u)};
}

Vec3d middleOf(const Region& r) {
    switch (r.shape) {
        case Shape::Point:
        case Shape::Disc:
        case Shape::Rectangle:
        case Shape::Sphere: return r.centre;
        case Shape::Line:
        case Shape::Capsule: return (r.centre + r.end) * 0.5;
        case Shape::Cylinder: return r.centre + axesOf(r).along * (0.5 * r.height);
        case Shape::Box: return centreOf(r.box);
        case Shape::MeshSurface:
        case Shape::MeshVolume: return centreOf(geometry::boundsOf(*r.mesh));
        case Shape::Elsewhere: break;
    }
    return {};
}

Vec3d farthestIn(const Region& r, const Vec3d& direction) {
    const auto farEnd = [&] {
        const double by = dot(direction, r.end - r.centre);
        return by > 0 ? r.end : by < 0 ? r.centre : middleOf(r);
    };
    switch (r.shape) {
        case Shape::Point: return r.centre;
        case Shape::Line: return farEnd();
        case Shape::Disc: return r.centre + toRim(axesOf(r).along, r.radius, direction);
        case Shape::Rectangle: {
            const RegionAxes axes = axesOf(r);
            return r.centre + axes.u * (0.5 * r.width * signOf(dot(axes.u, direction))) +
                   axes.v * (0.5 * r.height * signOf(dot(axes.v, direction)));
        }
        case Shape::Sphere: return r.centre + unit(direction, {}) * r.radius;
        case Shape::Box: {
            const Vec3d half = (r.box.max - r.box.min) * 0.5;
            return centreOf(r.box) + Vec3d{half.x * signOf(direction.x), half.y * signOf(direction.y),
                                           half.z * signOf(direction.z)};
        }
        case Shape::Cylinder: {
            const Vec3d along = axesOf(r).along;
            const double up = 0.5 * (1 + signOf(dot(along, direction)));
            return r.centre + along * (r.height * up) + toRim(along, r.radius, direction);
        }
        case Shape::Capsule: return farEnd() + unit(direction, {}) * r.radius;
        case Shape::MeshSurface:
        case Shape::MeshVolume:
            return *std::max_element(
                r.mesh->points.begin(), r.mesh->points.end(),
                [&](const Vec3d& a, const Vec3d& b) { return dot(a, direction) < dot(b, direction); });
        case Shape::Elsewhere: break;
    }
    return {};
}

geometry::Box boundsOf(const Region& r) {
    if (r.shape == Shape::Box) return r.box;
    if (r.isMesh()) return geometry::boundsOf(*r.mesh);
    return {{farthestIn(r, {-1, 0, 0}).x, farthestIn(r, {0, -1, 0}).y, farthestIn(r, {0, 0, -1}).z},
            {farthestIn(r, {1, 0, 0}).x, farthestIn(r, {0, 1, 0}).y, farthestIn(r, {0, 0, 1}).z}};
}

double reachOf(const Region& r) {
    switch (r.shape) {
        case Shape::Point: return 0;
        case Shape::Line: return 0.5 * length(r.end - r.centre);
        case Shape::Disc:
        case Shape::Sphere: return r.radius;
        case Shape::Rectangle: return 0.5 * std::hypot(r.width, r.height);
        case Shape::Cylinder: return std::hypot(r.radius, 0.5 * r.height);
        case Shape::Capsule: return r.radius + 0.5 * length(r.end - r.centre);
        case Shape::Box: return 0.5 * length(r.box.max - r.box.min);
        case Shape::MeshSurface:
        case Shape::MeshVolume: {
            const geometry::Box box = geometry::boundsOf(*r.mesh);
            return 0.5 * length(box.max - box.min);
        }
        case Shape::Elsewhere: break;
    }
    return 0;
}

bool contains(const Region& r, const Vec3d& p) {
    const double square = r.radius * r.radius;
    switch (r.shape) {
        case Shape::Sphere: return squaredLength(p - r.centre) < square;
        case Shape::Box:
            return p.x > r.box.min.x && p.y > r.box.min.y && p.z > r.box.min.z && p.x < r.box.max.x &&
                   p.y < r.box.max.y && p.z < r.box.max.z;
        case Shape::Cylinder: {
            const Vec3d along = axesOf(r).along, from = p - r.centre;
            const double up = dot(from, along);
            return up > 0 && up < r.height && squaredLength(from - along * up) < square;
        }
        case Shape::Capsule:
            return squaredLength(p - geometry::closestOnSegment(r.centre, r.end, p)) < square;
        case Shape::MeshVolume: return geometry::encloses(*r.mesh, p);
        default: return false;
    }
}

double areaOf(const Region& r) {
    if (r.shape == Shape::Disc) return std::numbers::pi * r.radius * r.radius;
    return r.shape == Shape::Rectangle ? r.width * r.height : 0;
}

double volumeOf(const Region& r) {
    const double round = std::numbers::pi * r.radius * r.radius, ball = 4.0 / 3 * round * r.radius;
    switch (r.shape) {
        case Shape::Sphere: return ball;
        case Shape::Box: {
            const Vec3d size = r.box.max - r.box.min;
            return size.x * size.y * size.z;
        }
        case Shape::Cylinder: return round * r.height;
        case Shape::Capsule: return ball + round * length(r.end - r.centre);
        case Shape::MeshVolume: return geometry::volumeOf(*r.mesh);
        default: return 0;
    }
}

}  // namespace talus::environment
