#include "talus/picture/lines/arrows.h"

#include <algorithm>
#include <array>
#include <cmath>
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
std::uint32_t priorityOf(std::size_t i) {
    constexpr std::uint32_t purpose = 0x4152524f;  // distinguishes these random numbers from others
    return philox({static_cast<std::uint32_t>(i), 0, 0, 0}, {0, purpose})[0];
}

/// A point with its random priority.
struct Candidate {
    std::size_t index;
    std::uint32_t priority;
};

/// Of each occupied cell the point with the lowest priority. The first one, or the one nearest to the middle,
/// would show the order of the points as a pattern.
/// @param edge of the cells, at least 1e-5 of the extent of the points
std::vector<std::size_t> oneOfEachCell(std::span<const Vec3d> points, std::span<const Candidate> candidates,
                                       const Vec3d& corner, double edge) {
    struct InCell {
        std::uint64_t cell;
        Candidate candidate;
    };
    std::vector<InCell> in_cells;
    in_cells.reserve(candidates.size());
    for (const Candidate& candidate : candidates) {
        const Vec3d from = (points[candidate.index] - corner) / edge;
        const auto along = [](double x) { return static_cast<std::uint64_t>(x) & 0x1fffff; };
        in_cells.push_back({along(from.x) | along(from.y) << 21 | along(from.z) << 42, candidate});
    }
    std::sort(in_cells.begin(), in_cells.end(), [](const InCell& a, const InCell& b) {
        return a.cell != b.cell ? a.cell < b.cell : a.candidate.priority < b.candidate.priority;
    });
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < in_cells.size(); ++k)
        if (k == 0 || in_cells[k].cell != in_cells[k - 1].cell) chosen.push_back(in_cells[k].candidate.index);
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
    // Of very many points a part is enough to choose from.
    const double share = 20.0 * static_cast<double>(most) / static_cast<double>(points.size());
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::uint32_t priority = priorityOf(i);
        if (priority > share * 0x1p32) continue;
        candidates.push_back({i, priority});
        geometry::include(box, points[i]);
    }
    // The number of occupied cells falls as the cells grow: bisection.
    double large = 1.001 * length(box.max - box.min), small = 1e-4 * large;
    if (candidates.empty() || !(large > 0) || !std::isfinite(large)) return {{0}, 0};
    thinned = {{candidates.front().index}, large};
    for (int k = 0; k < 10; ++k) {
        const double edge = std::sqrt(small * large);
        auto index = oneOfEachCell(points, candidates, box.min, edge);
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
