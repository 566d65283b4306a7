#include "talus/particles/emit/shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/geometry/closest_point.h"
#include "talus/particles/emit/channels.h"

namespace talus::particles {
namespace {

constexpr double turn = 2 * std::numbers::pi;

Vec3d outOf(const Vec3d& away, const Vec3d& otherwise) {
    const double d = length(away);
    return d > 0 ? away / d : otherwise;
}

}  // namespace

Vec3d withinCone(const Vec3d& along, double cone, double share, double turns) {
    // Equal heights on a sphere have equal areas (Archimedes).
    const double c = 1 - share * (1 - std::cos(cone)), s = std::sqrt(std::max(0.0, 1 - c * c));
    const Vec3d u = geometry::perpendicularTo(along), v = cross(along, u);
    return along * c + u * (s * std::cos(turn * turns)) + v * (s * std::sin(turn * turns));
}

ShapeSampler::ShapeSampler(const Emitter& e)
    : shape_(e.shape),
      centre_(e.centre),
      along_(outOf(e.direction, {0, 0, 1})),
      u_(geometry::perpendicularTo(along_)),
      v_(cross(along_, u_)),
      radius_(e.radius),
      hollow_(e.hollow),
      box_(e.box),
      end_(e.end),
      mesh_(e.mesh) {
    if (shape_ == Emitter::Shape::MeshVolume) box_ = geometry::boundsOf(*mesh_);
    if (shape_ != Emitter::Shape::MeshSurface) return;
    double sum = 0;
    for (const auto& [a, b, c] : mesh_->triangles) {
        const auto& p = mesh_->points;
        sum += 0.5 * length(cross(p[b] - p[a], p[c] - p[a]));
        area_sums_.push_back(sum);
    }
}

Spot ShapeSampler::draw(const Random& random, std::uint64_t k) const {
    const double a = random.uniform(k, channel::place), b = random.uniform(k, channel::place + 1),
                 c = random.uniform(k, channel::place + 2);
    switch (shape_) {
        case Emitter::Shape::Disc: {
            const double r = hollow_ ? radius_ : radius_ * std::sqrt(a);
            return {centre_ + u_ * (r * std::cos(turn * b)) + v_ * (r * std::sin(turn * b)), along_};
        }
        case Emitter::Shape::Sphere: {
            const Vec3d out = withinCone({0, 0, 1}, std::numbers::pi, a, b);
            return {centre_ + out * (radius_ * (hollow_ ? 1 : std::cbrt(c))), out};
        }
        case Emitter::Shape::Box: {
            const Vec3d size = box_.max - box_.min;
            const Vec3d p = box_.min + Vec3d{size.x * a, size.y * b, size.z * c};
            return {p, outOf(p - geometry::centreOf(box_), {0, 0, 1})};
        }
        case Emitter::Shape::Line: {
            const Vec3d axis = outOf(end_ - centre_, {1, 0, 0}), across = geometry::perpendicularTo(axis);
            return {centre_ + (end_ - centre_) * a,
                    across * std::cos(turn * b) + cross(axis, across) * std::sin(turn * b)};
        }
        case Emitter::Shape::MeshSurface: return onMesh(random, k);
        case Emitter::Shape::MeshVolume: return inMesh(random, k);
        case Emitter::Shape::GrainHits: break;
    }
    return {};
}

Spot ShapeSampler::onMesh(const Random& random, std::uint64_t k) const {
    const double at = random.uniform(k, channel::place) * area_sums_.back();
    const auto found = std::upper_bound(area_sums_.begin(), area_sums_.end(), at);
    const auto t =
        std::min<std::size_t>(static_cast<std::size_t>(found - area_sums_.begin()), area_sums_.size() - 1);
    const auto& [i, j, l] = mesh_->triangles[t];
    const Vec3d &a = mesh_->points[i], &b = mesh_->points[j], &c = mesh_->points[l];
    // The half of the parallelogram that is not the triangle folded onto it.
    double s = random.uniform(k, channel::place + 1), r = random.uniform(k, channel::place + 2);
    if (s + r > 1) {
        s = 1 - s;
        r = 1 - r;
    }
    return {a + (b - a) * s + (c - a) * r, outOf(cross(b - a, c - a), {0, 0, 1})};
}

Spot ShapeSampler::inMesh(const Random& random, std::uint64_t k) const {
    const Vec3d size = box_.max - box_.min, middle = geometry::centreOf(box_);
    // Out of the box until it is in the mesh; a mesh that fills a hundredth of its box needs 100 in the mean.
    constexpr std::uint32_t most = 2000;
    Vec3d p = middle;
    for (std::uint32_t n = 0; n < most; ++n) {
        const std::uint32_t first = channel::tries + 3 * n;
        p = box_.min + Vec3d{size.x * random.uniform(k, first), size.y * random.uniform(k, first + 1),
                             size.z * random.uniform(k, first + 2)};
        if (inside(p)) break;
    }
    return {p, outOf(p - middle, {0, 0, 1})};
}

/// Whether a line upwards leaves the mesh an odd number of times (Jordan's theorem; a random point's line
/// meets no edge).
bool ShapeSampler::inside(const Vec3d& p) const {
    bool odd = false;
    for (const auto& [i, j, l] : mesh_->triangles) {
        const Vec3d a = mesh_->points[i] - p, b = mesh_->points[j] - p, c = mesh_->points[l] - p;
        const double ab = a.x * b.y - a.y * b.x, bc = b.x * c.y - b.y * c.x, ca = c.x * a.y - c.y * a.x;
        if ((ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0))
            odd ^= (a.z * bc + b.z * ca + c.z * ab) / (ab + bc + ca) > 0;
    }
    return odd;
}

}  // namespace talus::particles
