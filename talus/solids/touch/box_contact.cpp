#include "talus/solids/touch/box_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace talus::solids {
namespace {

/// A face is preferred to edges, and a face of the first box to one of the second, if the overlap along the
/// other is not less by more than this share of the smallest half side: else contacts at rest would change
/// from one to the other.
constexpr double preference = 1e-3;

/// A list of points that needs no memory of its own.
template <class T, std::size_t N>
struct Few {
    std::array<T, N> items{};
    std::size_t count = 0;
    void add(const T& item) { items[count++] = item; }
    const T* begin() const { return items.data(); }
    const T* end() const { return items.data() + count; }
    std::span<const T> all() const { return {items.data(), count}; }
};

double part(const Vec3d& v, std::size_t k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
const Vec3d& axisOf(const Rotation& r, std::size_t k) { return k == 0 ? r.x : k == 1 ? r.y : r.z; }
/// The smallest half side; of a plate the smaller of two.
double smallest(const PosedBox& box) {
    return box.half.z > 0 ? std::min({box.half.x, box.half.y, box.half.z}) : std::min(box.half.x, box.half.y);
}

/// Half of the width of a box along a unit vector.
double widthAlong(const PosedBox& box, const Vec3d& n) {
    return box.half.x * std::abs(dot(box.rotation.x, n)) + box.half.y * std::abs(dot(box.rotation.y, n)) +
           box.half.z * std::abs(dot(box.rotation.z, n));
}

/// A corner of a face, in the plane of another one.
struct Corner {
    Vec3d point;
    double u = 0, v = 0;
};

/// Cuts a polygon by a line: keeps where sign times u (or v) is at most a limit.
void cut(Few<Corner, 16>& polygon, double Corner::*axis, double sign, double limit) {
    Few<Corner, 16> kept;
    const auto beyond = [&](const Corner& c) { return sign * (c.*axis) - limit; };
    for (std::size_t k = 0; k < polygon.count; ++k) {
        const Corner &a = polygon.items[k], &b = polygon.items[(k + 1) % polygon.count];
        const double da = beyond(a), db = beyond(b);
        if (da <= 0) kept.add(a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            const double share = da / (da - db);
            kept.add({a.point + (b.point - a.point) * share, a.u + (b.u - a.u) * share,
                      a.v + (b.v - a.v) * share});
        }
    }
    polygon = kept;
}

/// Corners of the other box's face that lies against a face of `box`, above the sides of that face.
/// @param outward unit normal of the face of `box`, along its axis number k
struct FaceContact {
    const PosedBox &box, &other;
    std::size_t k;
    Vec3d outward;

    Few<Corner, 16> polygon() const {
        std::size_t against = 0;
        double most = 0;
        for (std::size_t i = 0; i < 3; ++i)
            if (const double along = std::abs(dot(axisOf(other.rotation, i), outward)); along > most) {
                most = along;
                against = i;
            }
        const Vec3d& axis = axisOf(other.rotation, against);
        const double sign = dot(axis, outward) > 0 ? -1 : 1;
        const Vec3d middle = other.centre + axis * (sign * part(other.half, against));
        const std::size_t i = (against + 1) % 3, j = (against + 2) % 3;
        const Vec3d p = axisOf(other.rotation, i) * part(other.half, i),
                    q = axisOf(other.rotation, j) * part(other.half, j);
        const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
        Few<Corner, 16> corners;
        for (const Vec3d& at : {middle - p - q, middle + p - q, middle + p + q, middle - p + q}) {
            const Vec3d from = at - box.centre;
            corners.add({at, dot(from, axisOf(box.rotation, a)), dot(from, axisOf(box.rotation, b))});
        }
        cut(corners, &Corner::u, 1, part(box.half, a));
        cut(corners, &Corner::u, -1, part(box.half, a));
        cut(corners, &Corner::v, 1, part(box.half, b));
        cut(corners, &Corner::v, -1, part(box.half, b));
        return corners;
    }
    /// @param first whether `box` is the first of the two
    Touch touch(bool first, double reach) const {
        const double face = dot(outward, box.centre) + part(box.half, k);
        Few<NearPoint, 16> found;
        for (const Corner& corner : polygon()) {
            const double gap = dot(outward, corner.point) - face;
            if (gap <= reach) found.add({first ? corner.point : corner.point - outward * gap, gap});
        }
        return touchFrom(found.all(), first ? -outward : outward);
    }
};

/// The middle of the edge of a box along its axis k that is farthest along n.
Vec3d edgeAlong(const PosedBox& box, std::size_t k, const Vec3d& n) {
    Vec3d middle = box.centre;
    for (std::size_t i = 0; i < 3; ++i)
        if (const Vec3d& axis = axisOf(box.rotation, i); i != k)
            middle += axis * (dot(axis, n) > 0 ? part(box.half, i) : -part(box.half, i));
    return middle;
}

}  // namespace

Touch touchOf(const PosedBox& first, const PosedBox& second, double reach) {
    const Vec3d apart = first.centre - second.centre;
    const double small = preference * std::min(smallest(first), smallest(second));
    struct Best {
        double gap = -std::numeric_limits<double>::infinity();
        Vec3d normal;  ///< from the second to the first
        std::size_t i = 0, j = 0;
    };
    Best of_first, of_second, of_edges;
    /// @return false where the axis separates them
    const auto test = [&](Best& best, const Vec3d& axis, double width, std::size_t i, std::size_t j) {
        const double along = dot(apart, axis), gap = std::abs(along) - width;
        if (gap > best.gap) best = {gap, along < 0 ? -axis : axis, i, j};
        return gap <= reach;
    };
    for (std::size_t k = 0; k < 3; ++k)
        if (const Vec3d& axis = axisOf(first.rotation, k);
            !test(of_first, axis, part(first.half, k) + widthAlong(second, axis), k, 0))
            return {};
    for (std::size_t k = 0; k < 3; ++k)
        if (const Vec3d& axis = axisOf(second.rotation, k);
            !test(of_second, axis, part(second.half, k) + widthAlong(first, axis), k, 0))
            return {};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const Vec3d both = cross(axisOf(first.rotation, i), axisOf(second.rotation, j));
            const double sine = length(both);
            if (sine < 1e-3) continue;  // nearly parallel: the axes of the faces cover it
            const Vec3d axis = both / sine;
            if (!test(of_edges, axis, widthAlong(first, axis) + widthAlong(second, axis), i, j)) return {};
        }
    const double faces = std::max(of_first.gap, of_second.gap);
    if (of_edges.gap > faces + small) {
        const Vec3d n = of_edges.normal;
        const Vec3d p = edgeAlong(first, of_edges.i, -n), q = edgeAlong(second, of_edges.j, n);
        const Vec3d &u = axisOf(first.rotation, of_edges.i), &v = axisOf(second.rotation, of_edges.j);
        // Closest points p + s u and q + t v of the two lines.
        const double c = dot(u, v), d = dot(p - q, u), e = dot(p - q, v);
        const double t = (e - c * d) / (1 - c * c);
        return {n, 1, {q + v * t}, {of_edges.gap}};
    }
    if (of_second.gap > of_first.gap + small)
        return FaceContact{second, first, of_second.i, of_second.normal}.touch(false, reach);
    return FaceContact{first, second, of_first.i, -of_first.normal}.touch(true, reach);
}

Touch touchOf(const Vec3d& middle, double radius, const PosedBox& box, double reach) {
    const Vec3d from = middle - box.centre;
    Vec3d nearest = box.centre, outward;
    double depth = std::numeric_limits<double>::infinity();  // below the nearest side
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d& axis = axisOf(box.rotation, k);
        const double along = dot(from, axis), half = part(box.half, k);
        nearest += axis * std::clamp(along, -half, half);
        if (half - std::abs(along) >= depth) continue;
        depth = half - std::abs(along);
        outward = along < 0 ? -axis : axis;
    }
    const double distance = length(middle - nearest);
    if (distance - radius > reach) return {};
    if (distance > 0) return {(middle - nearest) / distance, 1, {nearest}, {distance - radius}};
    return {outward, 1, {middle + outward * depth}, {-depth - radius}};
}

Touch touchOf(const PosedBox& first, const HalfSpace& second, double reach) {
    const double middle = dot(second.normal, first.centre) - second.offset;
    if (middle - widthAlong(first, second.normal) > reach) return {};
    Few<NearPoint, 8> found;
    for (const double x : {-1, 1})
        for (const double y : {-1, 1})
            for (const double z : {-1, 1}) {
                const Vec3d corner = first.centre + first.rotation.x * (x * first.half.x) +
                                     first.rotation.y * (y * first.half.y) +
                                     first.rotation.z * (z * first.half.z);
                const double gap = dot(second.normal, corner) - second.offset;
                if (gap <= reach) found.add({corner - second.normal * gap, gap});
            }
    return touchFrom(found.all(), second.normal);
}

}  // namespace talus::solids
