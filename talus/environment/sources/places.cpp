#include "talus/environment/sources/region_sampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/mesh/closed_mesh.h"

namespace talus::environment {
namespace {

using Shape = Region::Shape;

constexpr double turn = 2 * std::numbers::pi;
constexpr std::uint32_t tries = 16;  ///< first channel of the attempts to hit a mesh, three for each

Vec3d outOf(const Vec3d& away, const Vec3d& otherwise) {
    const double d = length(away);
    return d > 0 ? away / d : otherwise;
}

/// A unit vector at right angles to the axis.
Vec3d around(const RegionAxes& axes, double share) {
    return axes.u * std::cos(turn * share) + axes.v * std::sin(turn * share);
}

}  // namespace

Vec3d withinCone(const Vec3d& along, double cone, double share, double turns) {
    // Equal heights on a sphere have equal areas (Archimedes).
    const double c = 1 - share * (1 - std::cos(cone)), s = std::sqrt(std::max(0.0, 1 - c * c));
    const Vec3d u = geometry::perpendicularTo(along), v = cross(along, u);
    return along * c + u * (s * std::cos(turn * turns)) + v * (s * std::sin(turn * turns));
}

Places::Places(const Region& region)
    : region_(region),
      axes_(axesOf(region)),
      box_(region.shape == Shape::MeshVolume ? geometry::boundsOf(*region.mesh) : region.box) {
    if (region_.shape != Shape::MeshSurface) return;
    double sum = 0;
    for (const auto& [a, b, c] : region_.mesh->triangles) {
        const auto& p = region_.mesh->points;
        sum += 0.5 * length(cross(p[b] - p[a], p[c] - p[a]));
        area_sums_.push_back(sum);
    }
}

RegionPoint Places::draw(const Random& random, std::uint64_t k) const {
    if (region_.shape == Shape::MeshVolume) return inMesh(random, k);
    return at(random.uniform(k, 0), random.uniform(k, 1), random.uniform(k, 2));
}

RegionPoint Places::at(double a, double b, double c, double margin) const {
    const Region& is = region_;
    const double radius = is.radius - margin;
    switch (is.shape) {
        case Shape::Point: return {is.centre, axes_.along};
        case Shape::Line: return {is.centre + (is.end - is.centre) * a, around(axes_, b)};
        case Shape::Disc: {
            const double r = is.hollow ? radius : radius * std::sqrt(a);
            return {is.centre + axes_.u * (r * std::cos(turn * b)) + axes_.v * (r * std::sin(turn * b)),
                    axes_.along};
        }
        case Shape::Rectangle:
            return {is.centre + axes_.u * ((is.width - 2 * margin) * (a - 0.5)) +
                        axes_.v * ((is.height - 2 * margin) * (b - 0.5)),
                    axes_.along};
        case Shape::Sphere: {
            const Vec3d out = withinCone({0, 0, 1}, std::numbers::pi, a, b);
            return {is.centre + out * (radius * (is.hollow ? 1 : std::cbrt(c))), out};
        }
        case Shape::Box: {
            const Vec3d off{margin, margin, margin}, low = box_.min + off, size = box_.max - off - low;
            const Vec3d p = low + Vec3d{size.x * a, size.y * b, size.z * c};
            return {p, outOf(p - centreOf(box_), {0, 0, 1})};
        }
        case Shape::Cylinder: {
            const Vec3d out = around(axes_, b);
            return {
                is.centre + axes_.along * (is.height * c) + out * (radius * (is.hollow ? 1 : std::sqrt(a))),
                out};
        }
        case Shape::Capsule: return inCapsule(a, b, c);
        case Shape::MeshSurface: return onMesh(a, b, c);
        case Shape::MeshVolume:
        case Shape::Elsewhere: break;
    }
    return {};
}

/// Either in its rod or in its two half balls, in proportion to what these have of it.
RegionPoint Places::inCapsule(double a, double b, double c) const {
    const Vec3d span = region_.end - region_.centre;
    const double radius = region_.radius, rod = length(span);
    const double balls = region_.hollow ? 2 * radius : 4.0 / 3 * radius;  // as lengths of the rod
    const double share = rod / (rod + balls);
    if (c < share) {
        const Vec3d out = around(axes_, b);
        return {region_.centre + span * (c / share) + out * (radius * (region_.hollow ? 1 : std::sqrt(a))),
                out};
    }
    const Vec3d out = withinCone(axes_.along, std::numbers::pi, a, b);
    const double r = radius * (region_.hollow ? 1 : std::cbrt((c - share) / (1 - share)));
    return {(dot(out, axes_.along) > 0 ? region_.end : region_.centre) + out * r, out};
}

RegionPoint Places::onMesh(double a, double b, double c) const {
    const double at = a * area_sums_.back();
    const auto found = std::upper_bound(area_sums_.begin(), area_sums_.end(), at);
    const auto t =
        std::min<std::size_t>(static_cast<std::size_t>(found - area_sums_.begin()), area_sums_.size() - 1);
    const geometry::Mesh& mesh = *region_.mesh;
    const auto& [i, j, l] = mesh.triangles[t];
    const Vec3d &p = mesh.points[i], &q = mesh.points[j], &r = mesh.points[l];
    // The half of the parallelogram that is not the triangle folded onto it.
    if (b + c > 1) {
        b = 1 - b;
        c = 1 - c;
    }
    return {p + (q - p) * b + (r - p) * c, outOf(cross(q - p, r - p), {0, 0, 1})};
}

RegionPoint Places::inMesh(const Random& random, std::uint64_t k) const {
    const Vec3d size = box_.max - box_.min, middle = centreOf(box_);
    // Out of the box until it is in the mesh; a mesh that fills a hundredth of its box needs 100 in the mean.
    constexpr std::uint32_t most = 2000;
    Vec3d p = middle;
    for (std::uint32_t n = 0; n < most; ++n) {
        const std::uint32_t first = tries + 3 * n;
        p = box_.min + Vec3d{size.x * random.uniform(k, first), size.y * random.uniform(k, first + 1),
                             size.z * random.uniform(k, first + 2)};
        if (geometry::encloses(*region_.mesh, p)) break;
    }
    return {p, outOf(p - middle, {0, 0, 1})};
}

}  // namespace talus::environment
