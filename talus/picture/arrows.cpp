#include "talus/picture/arrows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/geometry/closest_point.h"
#include "talus/geometry/grow_box.h"

namespace talus::picture {
namespace {

constexpr std::uint32_t around = 8;  ///< corners of a cross-section; chosen by eye

/// A ring of corners, with normals that lean towards the tip by `lean`.
void addRing(Mesh& mesh, const Vec3d& centre, const Vec3d& axis, double radius, double lean) {
    const Vec3d u = geometry::perpendicularTo(axis), v = cross(axis, u);
    for (std::uint32_t turn = 0; turn < around; ++turn) {
        const double angle = 2 * std::numbers::pi * turn / around;
        const Vec3d out = u * std::cos(angle) + v * std::sin(angle);
        mesh.position.push_back(centre + out * radius);
        mesh.normal.push_back(normalized(out + axis * lean));
    }
}

/// Joins the last two rings.
void joinRings(Mesh& mesh) {
    const auto last = static_cast<std::uint32_t>(mesh.position.size()) - around, first = last - around;
    for (std::uint32_t turn = 0; turn < around; ++turn) {
        const std::uint32_t next = (turn + 1) % around;
        mesh.triangle.push_back({first + turn, first + next, last + turn});
        mesh.triangle.push_back({last + turn, first + next, last + next});
    }
}

/// A random number of a point, which depends on its index only.
std::uint32_t lotOf(std::size_t i) {
    constexpr std::uint32_t purpose = 0x4152524f;  // distinguishes these random numbers from others
    return philox({static_cast<std::uint32_t>(i), 0, 0, 0}, {0, purpose})[0];
}

/// Of each occupied cell a random point. The first one, or the one nearest to the middle, would show the
/// order of the points as a pattern.
std::vector<std::size_t> oneOfEachCell(std::span<const Vec3d> points, double edge) {
    std::map<std::array<double, 3>, std::size_t> cells;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::array<double, 3> cell{std::floor(points[i].x / edge), std::floor(points[i].y / edge),
                                         std::floor(points[i].z / edge)};
        const auto [at, is_new] = cells.try_emplace(cell, i);
        if (!is_new && lotOf(i) < lotOf(at->second)) at->second = i;
    }
    std::vector<std::size_t> chosen;
    for (const auto& [cell, point] : cells) chosen.push_back(point);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

}  // namespace

Mesh arrowsMesh(std::span<const Arrow> arrows, double radius, Colour colour) {
    // In shares of the length, or of the shaft's radius; chosen by eye.
    constexpr double thickest = 0.06, head_radius = 2.8, head_length = 7;
    Mesh mesh;
    mesh.colour = {colour};
    for (const Arrow& arrow : arrows) {
        const double size = length(arrow.vector);
        if (!(size > 0) || !std::isfinite(size)) continue;
        const Vec3d axis = arrow.vector / size;
        const double r = std::min(radius, thickest * size);
        const Vec3d neck = arrow.from + axis * (size - head_length * r);
        addRing(mesh, arrow.from, axis, r, 0);
        addRing(mesh, neck, axis, r, 0);
        joinRings(mesh);
        addRing(mesh, neck, axis, r, -4);  // the back of the head
        addRing(mesh, neck, axis, head_radius * r, -4);
        joinRings(mesh);
        addRing(mesh, neck, axis, head_radius * r, head_radius / head_length);
        addRing(mesh, arrow.from + arrow.vector, axis, 0.01 * r, head_radius / head_length);
        joinRings(mesh);
    }
    return mesh;
}

Thinned thinnedEvenly(std::span<const Vec3d> points, std::size_t most) {
    Thinned thinned;
    if (points.size() <= most) {
        thinned.index.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) thinned.index[i] = i;
        return thinned;
    }
    geometry::Box box = geometry::emptyBox();
    for (const Vec3d& p : points) geometry::include(box, p);
    // The number of occupied cells falls as the cells grow: bisection.
    double large = std::max(1e-300, length(box.max - box.min)), small = 1e-4 * large;
    thinned.index = {0};
    thinned.spacing = large;
    for (int k = 0; k < 14; ++k) {
        const double edge = std::sqrt(small * large);
        auto index = oneOfEachCell(points, edge);
        if (index.size() > most) {
            small = edge;
        } else {
            large = edge;
            thinned = {std::move(index), edge};
        }
    }
    return thinned;
}

}  // namespace talus::picture
