#include "talus/solids/contact/overlaps.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/environment/contact/first_hit.h"

namespace talus::solids {
namespace {

/// Length of the lines as a share of the distance from the middle to the surface. Chosen: contacts press in
/// by a few hundredths of a radius; a deeper overlap means that no contact holds the bodies apart.
constexpr double inside = 0.95;

/// Maximum number of edges of a mesh that are tested, evenly spread over all.
constexpr std::size_t max_edges = 600;

struct LinesIn {
    std::vector<Inner> lines;

    /// Lines from `middle` towards the corners, the middles of the edges and of the sides of a box around it.
    template <class Surface>
    void star(const Vec3d& middle, const Surface& surface) {
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y)
                for (int z = -1; z <= 1; ++z) {
                    if (x == 0 && y == 0 && z == 0) continue;
                    const Vec3d to = surface(
                        Vec3d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
                    lines.push_back({middle, middle + (to - middle) * inside});
                }
    }
    void ball(const Vec3d& middle, double radius) {
        star(middle, [&](const Vec3d& along) { return middle + normalized(along) * radius; });
    }

    void operator()(const geometry::Sphere& s) { ball(s.centre, s.radius); }
    void operator()(const geometry::Box& box) {
        const Vec3d middle = centreOf(box), half = (box.max - box.min) * 0.5;
        star(middle, [&](const Vec3d& along) {
            return middle + Vec3d{half.x * along.x, half.y * along.y, half.z * along.z};
        });
    }
    void operator()(const geometry::Capsule& c) {
        lines.push_back({c.from, c.to});
        ball(c.from, c.radius);
        ball(c.to, c.radius);
        ball((c.from + c.to) * 0.5, c.radius);
    }
    void operator()(const geometry::Rod& rod) {
        star({}, [&](const Vec3d& along) {
            const Vec3d flat{along.x, along.y, 0};
            const Vec3d rim = squaredLength(flat) > 0 ? normalized(flat) * rod.radius : flat;
            return rim + Vec3d{0, 0, 0.5 * rod.length * along.z};
        });
    }
    /// For a mesh, which may be hollow or bent: its edges, each moved inwards along the normal of its
    /// triangle.
    void operator()(const geometry::MeshSolid& solid) {
        const Vec3d size = solid.bounds.max - solid.bounds.min;
        const double depth = 0.5 * (1 - inside) * std::min({size.x, size.y, size.z});
        const auto& points = solid.mesh->points;
        const auto& triangles = solid.mesh->triangles;
        const std::size_t stride = std::max<std::size_t>(1, 3 * triangles.size() / max_edges);
        for (std::size_t k = 0; k < triangles.size(); k += stride) {
            const auto& corner = triangles[k];
            const Vec3d a = points[corner[0]], b = points[corner[1]], c = points[corner[2]];
            const Vec3d across = cross(b - a, c - a);
            if (!(squaredLength(across) > 0)) continue;
            const Vec3d in = normalized(across) * -depth;
            // Towards the middle of the triangle, too: else they would be on the faces beside it.
            const Vec3d middle = (a + b + c) * (1.0 / 3);
            const auto inner = [&](const Vec3d& p) { return middle + (p - middle) * inside + in; };
            for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})
                lines.push_back({inner(from), inner(to)});
        }
    }
};

/// Radius of a ball about the origin of its frame that contains a solid.
double reachOf(const geometry::Solid& solid) {
    const geometry::Box box = geometry::PosedSolid{&solid, {}, {}}.bounds();
    const Vec3d far{std::max(std::abs(box.min.x), std::abs(box.max.x)),
                    std::max(std::abs(box.min.y), std::abs(box.max.y)),
                    std::max(std::abs(box.min.z), std::abs(box.max.z))};
    return length(far);
}

/// The point where the first of a body's lines crosses a wall, with the body at a pose.
std::optional<Vec3d> cut(const std::vector<Inner>& lines, const environment::Pose& pose,
                         const environment::WallsAt& at, std::size_t wall) {
    for (const Inner& line : lines) {
        const Vec3d from = pose.toWorld(line.from), to = pose.toWorld(line.to);
        const Vec3d a = at.inFrame(wall, from), b = at.inFrame(wall, to);
        const double half = 0.5 * length(b - a);
        if (!(half > 0)) continue;
        std::optional<double> share;
        at.forFacesNear(wall, (a + b) * 0.5, half, [&](std::uint32_t face) {
            if (share) return;
            // firstHit() needs a reach above zero; this one is negligible.
            if (const auto hit = environment::firstHit(at.face(face), a, b, 1e-6 * half)) share = hit->share;
        });
        if (share) return from + (to - from) * *share;
    }
    return std::nullopt;
}

/// Whether a joint holds a body and a wall together, which then do not collide.
bool isJoined(const Setup& setup, std::size_t body, std::size_t wall) {
    return std::ranges::any_of(setup.joints, [&](const PreparedJoint& joint) {
        const std::size_t first = setup.bodies[joint.first].wall, own = setup.bodies[body].wall;
        return !joint.joint.collide && joint.wall &&
               ((first == own && *joint.wall == wall) || (first == wall && *joint.wall == own));
    });
}

}  // namespace

std::vector<Inner> innerLines(const geometry::Solid& solid) {
    LinesIn found;
    std::visit(found, solid);
    return std::move(found.lines);
}

BodyOverlaps::BodyOverlaps(const Setup& setup) {
    std::vector<std::optional<std::size_t>> body_of(setup.walls->bodies().size());
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        lines_.push_back(innerLines(*setup.bodies[b].solid));
        radius_.push_back(reachOf(*setup.bodies[b].solid));
        wall_of_.push_back(setup.bodies[b].wall);
        body_of[setup.bodies[b].wall] = b;
    }
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const PreparedBody& body = setup.bodies[b];
        for (std::size_t w = 0; w < body_of.size(); ++w) {
            const auto other = body_of[w];
            const bool other_free = other && setup.bodies[*other].free;
            const bool listed = other_free && *other < b;
            if (!body.free || w == body.wall || listed || isJoined(setup, b, w)) continue;
            pairs_.push_back({b, w, other});
        }
    }
}

std::optional<BodyOverlaps::Found> BodyOverlaps::find(const environment::WallsAt& at) const {
    for (const Pair& pair : pairs_) {
        if (isAbsent(at.pose(pair.wall)) || isAbsent(at.pose(wall_of_[pair.body]))) continue;
        const environment::Pose& pose = at.pose(wall_of_[pair.body]);
        if (pair.other) {
            const double apart = length(at.pose(pair.wall).shift - pose.shift);
            if (apart > radius_[pair.body] + radius_[*pair.other]) continue;
        }
        auto position = cut(lines_[pair.body], pose, at, pair.wall);
        // Also the lines of the other body: a small body may be between the lines of a large one.
        if (!position && pair.other)
            position = cut(lines_[*pair.other], at.pose(pair.wall), at, wall_of_[pair.body]);
        if (position) return Found{pair.body, pair.wall, pair.other, *position};
    }
    return std::nullopt;
}

std::string overlapText(const Setup& setup, const BodyOverlaps::Found& found) {
    return fmt::format("free [[body]] '{}' is inside of [[{}]] '{}' near ({:.4g}, {:.4g}, {:.4g}) m",
                       setup.bodies[found.body].name, found.other ? "body" : "wall",
                       found.other ? setup.bodies[*found.other].name : setup.wall_names[found.wall],
                       found.position.x, found.position.y, found.position.z);
}

}  // namespace talus::solids
