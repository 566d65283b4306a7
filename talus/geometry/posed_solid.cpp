#include "talus/geometry/posed_solid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::geometry {
namespace {

constexpr double far = std::numeric_limits<double>::infinity();

/// The parameters between which a line is inside of something; may be empty.
struct Interval {
    double enter = -far, leave = far;
    bool empty() const { return !(enter <= leave); }
};
constexpr Interval empty_interval{far, -far};

Interval intersection(const Interval& a, const Interval& b) {
    return {std::max(a.enter, b.enter), std::min(a.leave, b.leave)};
}

/// The t for which low <= from + t along <= high.
Interval within(double from, double along, double low, double high) {
    if (along == 0) return from >= low && from <= high ? Interval{} : empty_interval;
    const double a = (low - from) / along, b = (high - from) / along;
    return {std::min(a, b), std::max(a, b)};
}

/// The t for which a t^2 + 2 b t + c <= 0. @pre a >= 0
Interval below(double a, double b, double c) {
    if (a <= 0) return c <= 0 ? Interval{} : empty_interval;
    const double discriminant = b * b - a * c;
    if (discriminant < 0) return empty_interval;
    const double root = std::sqrt(discriminant);
    return {(-b - root) / a, (-b + root) / a};
}

Interval inBall(const Vec3d& from, const Vec3d& along, const Vec3d& centre, double radius) {
    const Vec3d apart = from - centre;
    return below(squaredLength(along), dot(apart, along), squaredLength(apart) - radius * radius);
}

/// For an infinite cylinder about a unit axis through the origin.
Interval inCylinder(const Vec3d& from, const Vec3d& along, const Vec3d& axis, double radius) {
    const Vec3d p = from - axis * dot(from, axis), d = along - axis * dot(along, axis);
    return below(squaredLength(d), dot(p, d), squaredLength(p) - radius * radius);
}

/// The smallest t for which from + t along is in a solid; infinity where the line does not meet it.
struct FirstOnLine {
    Vec3d from, along;

    double operator()(const Sphere& s) const { return of(inBall(from, along, s.centre, s.radius)); }
    double operator()(const Box& box) const {
        return of(intersection(intersection(within(from.x, along.x, box.min.x, box.max.x),
                                            within(from.y, along.y, box.min.y, box.max.y)),
                               within(from.z, along.z, box.min.z, box.max.z)));
    }
    double operator()(const Capsule& c) const {
        const double ends =
            std::min(of(inBall(from, along, c.from, c.radius)), of(inBall(from, along, c.to, c.radius)));
        const Vec3d line = c.to - c.from;
        const double size = length(line);
        if (!(size > 0)) return ends;
        const Vec3d axis = line / size, apart = from - c.from;
        return std::min(ends, of(intersection(inCylinder(apart, along, axis, c.radius),
                                              within(dot(apart, axis), dot(along, axis), 0, size))));
    }
    double operator()(const Rod& rod) const {
        return of(intersection(inCylinder(from, along, {0, 0, 1}, rod.radius),
                               within(from.z, along.z, -0.5 * rod.length, 0.5 * rod.length)));
    }
    double operator()(const MeshSolid& solid) const {
        return solid.tree->firstOnLine(*solid.mesh, from, along).value_or(far);
    }
    static double of(const Interval& interval) { return interval.empty() ? far : interval.enter; }
};

Box around(const Vec3d& centre, const Vec3d& reach) { return {centre - reach, centre + reach}; }

/// Half of the extent along x, y and z of a disc of radius 1 at right angles to a unit axis.
Vec3d discReach(const Vec3d& axis) {
    const auto across = [](double along) { return std::sqrt(std::max(0.0, 1 - along * along)); };
    return {across(axis.x), across(axis.y), across(axis.z)};
}

Vec3d absolute(const Vec3d& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }

struct BoundsOf {
    const PosedSolid& body;

    Vec3d position(const Vec3d& p) const { return rotated(body.rotation, p) + body.shift; }
    Box operator()(const Sphere& s) const { return around(position(s.centre), Vec3d{1, 1, 1} * s.radius); }
    Box operator()(const Box& box) const {
        const Vec3d half = (box.max - box.min) * 0.5;
        return around(position(centreOf(box)), absolute(body.rotation.x) * half.x +
                                                   absolute(body.rotation.y) * half.y +
                                                   absolute(body.rotation.z) * half.z);
    }
    Box operator()(const Capsule& c) const {
        return around(position((c.from + c.to) * 0.5),
                      absolute(rotated(body.rotation, c.to - c.from)) * 0.5 + Vec3d{1, 1, 1} * c.radius);
    }
    Box operator()(const Rod& rod) const {
        return around(body.shift, absolute(body.rotation.z) * (0.5 * rod.length) +
                                      discReach(body.rotation.z) * rod.radius);
    }
    Box operator()(const MeshSolid& solid) const { return (*this)(solid.bounds); }
};

}  // namespace

MeshSolid meshSolid(std::shared_ptr<const Mesh> mesh) {
    auto tree = std::make_shared<const TriangleTree>(*mesh);
    const Box bounds = boundsOf(*mesh);
    return {std::move(mesh), std::move(tree), bounds};
}

Box PosedSolid::bounds() const { return std::visit(BoundsOf{*this}, *solid); }

std::optional<double> PosedSolid::underside(double x, double y) const {
    const FirstOnLine first{rotatedBack(rotation, {x - shift.x, y - shift.y, 0}),
                            rotatedBack(rotation, {0, 0, 1})};
    const double t = std::visit(first, *solid);
    if (!(t < far)) return std::nullopt;
    return shift.z + t;
}

}  // namespace talus::geometry
