#include "talus/cloth/crossings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace talus::cloth {
namespace {

/// Six times the signed volume of the tetrahedron a, b, c, d.
double volume(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    return dot(cross(b - a, c - a), d - a);
}

/// From a triangle to an edge.
double distanceOf(const std::array<Vec3d, 3>& t, const Vec3d& p, const Vec3d& q) {
    double least = std::min(length(nearestToTriangle(p, t[0], t[1], t[2]).from),
                            length(nearestToTriangle(q, t[0], t[1], t[2]).from));
    for (std::size_t k = 0; k < 3; ++k)
        least = std::min(least, length(nearestOfEdges(t[k], t[(k + 1) % 3], p, q).from));
    return crosses(p, q, t[0], t[1], t[2]) ? 0 : least;
}

/// Between two triangles that do not cross.
double distanceOf(const std::array<Vec3d, 3>& s, const std::array<Vec3d, 3>& t) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        least = std::min(least, distanceOf(t, s[k], s[(k + 1) % 3]));
        least = std::min(least, length(nearestToTriangle(t[k], s[0], s[1], s[2]).from));
    }
    return least;
}

/// What is nearer than this has no direction between it any more [m].
constexpr double nothing = 1e-12;

StartFault faultAt(const Setup& setup, std::uint32_t point, const std::string& what,
                   const std::string& advice) {
    const Built& built = setup.built;
    const std::size_t sheet = built.sheet[point];
    const Vec3d& p = built.position[point];
    return {sheet,
            fmt::format("the cloth '{}' {} at ({:.4g}, {:.4g}, {:.4g}) m at the start",
                        setup.sheets[sheet].name, what, p.x, p.y, p.z),
            advice};
}

}  // namespace

bool crosses(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const double vp = volume(a, b, c, p), vq = volume(a, b, c, q);
    // What is flat to round-off touches at most.
    const double size = std::sqrt(squaredLength(q - p) + squaredLength(b - a) + squaredLength(c - a));
    const double flat = 1e-12 * size * size * size;
    if (std::abs(vp) < flat || std::abs(vq) < flat || vp * vq > 0) return false;
    const double ab = volume(p, q, a, b), bc = volume(p, q, b, c), ca = volume(p, q, c, a);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

std::optional<StartFault> startFault(const Setup& setup, const std::vector<environment::Pose>& poses,
                                     state::View<const double> heights) {
    const Built& built = setup.built;
    const std::vector<Vec3d>& x = built.position;
    const environment::Walls& walls = *setup.walls;
    const auto nameOf = [&](std::uint32_t point) { return setup.sheets[built.sheet[point]].name; };
    for (const HalfSpace& space : setup.obstacles.half_spaces) {
        const bool moves = walls.moves(space.wall);
        const environment::Pose& pose = poses[space.wall];
        const Vec3d normal = moves ? rotated(pose.rotation, space.normal) : space.normal,
                    point = moves ? pose.toWorld(space.point) : space.point;
        for (std::uint32_t p = 0; p < x.size(); ++p)
            if (setup.sheets[built.sheet[p]].contact && !(dot(normal, x[p] - point) > 0))
                return faultAt(setup, p,
                               fmt::format("is behind or on the wall '{}'", setup.wall_names[space.wall]),
                               "move it, or set contact = false");
    }
    std::vector<Vec3d> obstacle(setup.obstacles.points.size());
    for (std::size_t p = 0; p < obstacle.size(); ++p) {
        const std::uint16_t wall = setup.obstacles.wall[p];
        obstacle[p] = setup.obstacles.points[p];
        if (wall == ObstacleShapes::no_wall)
            obstacle[p].z = heights[p - setup.obstacles.first_ground_point];
        else if (walls.moves(wall))
            obstacle[p] = poses[wall].toWorld(obstacle[p]);
    }
    const auto boundsOf = [](const std::vector<Vec3d>& points, const std::array<std::uint32_t, 3>& corner,
                             double radius) {
        const auto at = [&](std::size_t k) { return sweptBall(points[corner[k]], radius, {}); };
        return boxOf(at(0), at(1), at(2));
    };
    std::vector<Swept> cloth_bounds, obstacle_bounds;
    for (const auto& corner : built.corners) cloth_bounds.push_back(boundsOf(x, corner, 0));
    for (const auto& corner : setup.obstacles.triangles)
        obstacle_bounds.push_back(boundsOf(obstacle, corner, setup.obstacles.radius[corner[0]]));
    BoxTree tree = setup.tree, obstacle_tree = setup.obstacles.tree;
    tree.fit(cloth_bounds);
    obstacle_tree.fit(obstacle_bounds);
    std::vector<ItemPair> meeting;
    const auto corners = [](const std::vector<Vec3d>& points, const std::array<std::uint32_t, 3>& corner) {
        return std::array<Vec3d, 3>{points[corner[0]], points[corner[1]], points[corner[2]]};
    };
    // Whether an edge of one passes through the other; corners that both have do not count.
    const auto meet = [](const std::array<Vec3d, 3>& s, const std::array<Vec3d, 3>& t, auto same) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t l = (k + 1) % 3;
            bool shared = false;
            for (std::size_t m = 0; m < 3; ++m) shared |= same(k, m) || same(l, m);
            if (!shared && crosses(s[k], s[l], t[0], t[1], t[2])) return true;
        }
        return false;
    };
    if (!tree.empty()) searchBelow(tree, tree, cloth_bounds, cloth_bounds, {0, 0}, nullptr, meeting);
    for (const ItemPair& pair : meeting) {
        const auto &a = built.corners[pair.a], &b = built.corners[pair.b];
        if (!setup.sheets[built.sheet[a[0]]].self_contact || !setup.sheets[built.sheet[b[0]]].self_contact)
            continue;
        const auto s = corners(x, a), t = corners(x, b);
        if (meet(s, t, [&](std::size_t k, std::size_t m) { return a[k] == b[m]; }) ||
            meet(t, s, [&](std::size_t k, std::size_t m) { return b[k] == a[m]; }))
            return faultAt(setup, a[0], fmt::format("crosses '{}'", nameOf(b[0])),
                           "move one of them, or set self_contact = false");
        const bool apart = std::none_of(a.begin(), a.end(), [&](std::uint32_t corner) {
            return corner == b[0] || corner == b[1] || corner == b[2];
        });
        if (apart && distanceOf(s, t) <= nothing)
            return built.sheet[a[0]] == built.sheet[b[0]]
                       ? faultAt(
                             setup, a[0], "lies on itself",
                             "merge points of the file that are at the same position, or set self_contact = "
                             "false")
                       : faultAt(setup, a[0], fmt::format("lies on '{}'", nameOf(b[0])),
                                 "move one of them (copies by copy_offset), or set self_contact = false");
    }
    meeting.clear();
    if (!tree.empty() && !obstacle_tree.empty())
        searchBelow(tree, obstacle_tree, cloth_bounds, obstacle_bounds, {0, 0}, nullptr, meeting);
    for (const ItemPair& pair : meeting) {
        const auto& a = built.corners[pair.a];
        if (!setup.sheets[built.sheet[a[0]]].contact) continue;
        const auto& b = setup.obstacles.triangles[pair.b];
        const auto s = corners(x, a), t = corners(obstacle, b);
        if (const double radius = setup.obstacles.radius[b[0]];
            radius > 0 && distanceOf(s, t[0], t[1]) <= radius)
            return faultAt(setup, a[0],
                           fmt::format("is in the wall '{}'", setup.wall_names[setup.obstacles.wall[b[0]]]),
                           "move it, or set contact = false");
        const auto never = [](std::size_t, std::size_t) { return false; };
        if (!meet(s, t, never) && !meet(t, s, never)) continue;
        const std::uint16_t wall = setup.obstacles.wall[setup.obstacles.triangles[pair.b][0]];
        return faultAt(setup, a[0],
                       wall == ObstacleShapes::no_wall
                           ? "crosses the ground"
                           : fmt::format("crosses the wall '{}'", setup.wall_names[wall]),
                       "move it, or set contact = false");
    }
    return std::nullopt;
}

}  // namespace talus::cloth
