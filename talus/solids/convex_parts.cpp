#include "talus/solids/convex_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <mutex>
#include <numbers>
#include <numeric>
#include <optional>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/solids/hull.h"
#include "talus/solids/inside_test.h"

namespace talus::solids {
namespace {

using geometry::Box;
using geometry::Mesh;
using Axis = double Vec3d::*;
constexpr std::array<Axis, 3> axes{&Vec3d::x, &Vec3d::y, &Vec3d::z};

constexpr double weight_of_balance = 0.05;
/// Weight of the hollow edges that a cut leaves to its halves. Of a ring neither a cut across its axis nor
/// the first one through it gains anything, but only those through it end. Chosen: as the one of balance.
constexpr double weight_of_notches = 0.05;
constexpr std::size_t planes_per_axis = 5;
constexpr std::size_t tried_notches = 12;
/// Distance below which points are the same, as a share of the cube root of the volume. Chosen: ten times the
/// rounding of a file with six digits, so that a plane through one edge of a ring also holds the one
/// opposite.
constexpr double coincident = 1e-5;
/// Share of the volume of a part that each half must have. Chosen: far above round-off.
constexpr double least_half = 1e-6;

/// Convex polygons, one after the other.
struct Polygons {
    std::vector<Vec3d> points;
    std::vector<std::size_t> ends;

    void append(const Polygons& others) {
        for (const std::size_t end : others.ends) ends.push_back(points.size() + end);
        points.insert(points.end(), others.points.begin(), others.points.end());
    }
    template <class Call>
    void forEach(const Call& call) const {
        std::size_t begin = 0;
        for (const std::size_t end : ends) {
            call(&points[begin], end - begin);
            begin = end;
        }
    }
};

struct Plane {
    Vec3d normal;  ///< unit
    double offset = 0;
    double above(const Vec3d& p) const { return dot(normal, p) - offset; }
};

/// The normal of a polygon, of any length.
Vec3d normalOf(const Vec3d* corner, std::size_t count) {
    Vec3d sum;
    for (std::size_t k = 2; k < count; ++k) sum += cross(corner[k - 1] - corner[0], corner[k] - corner[0]);
    return sum;
}

/// What is of polygons on one side of a plane: sign * above <= 0. A point nearer than `same` is on it; a
/// polygon on it belongs to the side that its normal points away from, where the solid is.
Polygons cut(const Polygons& all, const Plane& plane, double sign, double same) {
    Polygons kept;
    all.forEach([&](const Vec3d* corner, std::size_t count) {
        const std::size_t before = kept.points.size();
        const auto isOn = [&](const Vec3d& p) { return std::abs(plane.above(p)) <= same; };
        if (std::all_of(corner, corner + count, isOn) &&
            sign * dot(normalOf(corner, count), plane.normal) <= 0)
            return;
        bool beside = false;  // whether some of it is not on the plane
        for (std::size_t k = 0; k < count; ++k) {
            const Vec3d &a = corner[k], &b = corner[(k + 1) % count];
            const double da = sign * plane.above(a), db = sign * plane.above(b);
            if (da <= same) kept.points.push_back(a);
            beside = beside || da < -same;
            if ((da < -same && db > same) || (da > same && db < -same))
                kept.points.push_back(a + (b - a) * (da / (da - db)));
        }
        if (beside || std::all_of(corner, corner + count, isOn))
            kept.ends.push_back(kept.points.size());
        else
            kept.points.resize(before);
    });
    return kept;
}

/// The sides of a box.
Polygons sidesOf(const Box& box) {
    Polygons sides;
    const Vec3d size = box.max - box.min;
    for (std::size_t k = 0; k < 3; ++k) {
        Vec3d u, v, w;
        w.*axes[k] = size.*axes[k];
        u.*axes[(k + 1) % 3] = size.*axes[(k + 1) % 3];
        v.*axes[(k + 2) % 3] = size.*axes[(k + 2) % 3];
        for (const Vec3d& from : {box.min, box.min + w}) {
            for (const Vec3d& p : {from, from + u, from + u + v, from + v}) sides.points.push_back(p);
            sides.ends.push_back(sides.points.size());
        }
    }
    return sides;
}

/// Adds the side with these corners, in any order, to a convex cell.
void addSide(std::vector<Vec3d> corners, const Vec3d& normal, Polygons& cell) {
    if (corners.size() < 3) return;
    Vec3d middle;
    for (const Vec3d& p : corners) middle += p * (1.0 / static_cast<double>(corners.size()));
    const Vec3d u = normalized(corners[0] - middle), v = cross(normal, u);
    std::ranges::sort(corners, {},
                      [&](const Vec3d& p) { return std::atan2(dot(p - middle, v), dot(p - middle, u)); });
    cell.points.insert(cell.points.end(), corners.begin(), corners.end());
    cell.ends.push_back(cell.points.size());
}

/// An edge at which the surface is hollow.
struct Notch {
    Vec3d from, to;
    Vec3d first, second;  ///< normals of its triangles
};

/// All such edges of a closed mesh. Points at the same position count as one.
std::vector<Notch> notchesOf(const Mesh& mesh, double same) {
    std::map<std::array<double, 3>, std::uint32_t> at;
    std::vector<std::uint32_t> welded;
    for (const Vec3d& p : mesh.points)
        welded.push_back(
            at.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(at.size())).first->second);
    struct Side {
        Vec3d normal, opposite;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Side> sides;
    std::vector<Notch> found;
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t i = triangle[k], j = triangle[(k + 1) % 3];
            const Vec3d &a = mesh.points[i], &b = mesh.points[j], &c = mesh.points[triangle[(k + 2) % 3]];
            const Vec3d across = cross(b - a, c - a);
            if (!(squaredLength(across) > 0)) continue;
            const Vec3d normal = normalized(across);
            const auto other = sides.find({welded[j], welded[i]});
            if (other == sides.end())
                sides[{welded[i], welded[j]}] = {normal, c};
            else if (dot(normal, other->second.opposite - a) > same)
                found.push_back({a, b, normal, other->second.normal});
        }
    return found;
}

/// Closes the surface of a solid that was cut by a plane. The edges of its polygons on the plane are the
/// boundary of the section, and others are there twice, in both directions. Triangles from any point of the
/// plane to all of them, each turned the other way, make up the section: where it is hollow or has holes some
/// are negative, and cancel others.
/// @param surface what is left of it @param sections those of earlier cuts, to which the new one is added
void addSection(const Polygons& surface, const Plane& plane, double same, Polygons& sections) {
    std::optional<Vec3d> apex;
    Polygons section;
    for (const Polygons* polygons : {&surface, static_cast<const Polygons*>(&sections)})
        polygons->forEach([&](const Vec3d* corner, std::size_t count) {
            for (std::size_t k = 0; k < count; ++k) {
                const Vec3d &a = corner[k], &b = corner[(k + 1) % count];
                if (std::abs(plane.above(a)) > same || std::abs(plane.above(b)) > same) continue;
                if (!apex) apex = a;
                for (const Vec3d& p : {*apex, b, a}) section.points.push_back(p);
                section.ends.push_back(section.points.size());
            }
        });
    sections.append(section);
}

/// The volume within closed polygons [m^3] (divergence theorem).
double volumeWithin(const Polygons& surface, const Polygons& sections) {
    if (surface.points.empty()) return 0;
    const Vec3d from = surface.points.front();
    double sum = 0;
    for (const Polygons* polygons : {&surface, &sections})
        polygons->forEach([&](const Vec3d* corner, std::size_t count) {
            sum += dot(corner[0] - from, normalOf(corner, count));
        });
    return sum / 6;
}

/// The solid in one cell.
struct Part {
    Polygons cell;             ///< its sides
    Polygons surface;          ///< of the solid
    Polygons sections;         ///< of the solid and the cell's sides, as triangles with signs
    double volume = 0;         ///< of the solid [m^3]
    std::vector<Vec3d> inner;  ///< corners of the cell that are in the solid
    std::vector<Notch> notches;

    /// The points of which it is the hull, each once: most corners belong to several triangles.
    std::vector<Vec3d> points() const {
        std::vector<Vec3d> all = surface.points;
        all.insert(all.end(), inner.begin(), inner.end());
        const auto order = [](const Vec3d& p) { return std::array{p.x, p.y, p.z}; };
        std::ranges::sort(all, {}, order);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }
};

class Splitter {
  public:
    Splitter(const Mesh& mesh, double volume)
        : mesh_(mesh), same_(coincident * std::cbrt(volume)), isInside_(mesh, same_) {}

    Part whole() const {
        const Box box = geometry::boundsOf(mesh_);
        Part part{sidesOf(box), {}, {}, geometry::volumeOf(mesh_), {}, notchesOf(mesh_, same_)};
        for (const auto& triangle : mesh_.triangles) {
            for (const auto corner : triangle) part.surface.points.push_back(mesh_.points[corner]);
            part.surface.ends.push_back(part.surface.points.size());
        }
        return part;
    }
    /// The two halves of a part by the best plane; nothing where no plane leaves something on both sides.
    std::optional<std::pair<Part, Part>> halves(const Part& part) const {
        std::optional<std::pair<Part, Part>> best;
        double least = 0;
        for (const Plane& plane : planes(part)) {
            std::pair<Part, Part> two{side(part, plane, 1), side(part, plane, -1)};
            if (std::min(two.first.volume, two.second.volume) < least_half * part.volume) continue;
            double cost = weight_of_balance * std::abs(two.first.volume - two.second.volume) +
                          weight_of_notches * part.volume * keptShare(part, two);
            // Hulls take most of the time: the second is not needed where the first is too large.
            for (const Part* half : {&two.first, &two.second})
                if (!best || cost < least) cost += hullVolume(half->points());
            if (best && cost >= least) continue;
            least = cost;
            best = std::move(two);
        }
        return best;
    }

  private:
    Part side(const Part& part, const Plane& plane, double sign) const {
        Part half{cut(part.cell, plane, sign, same_),
                  cut(part.surface, plane, sign, same_),
                  cut(part.sections, plane, sign, same_),
                  0,
                  {},
                  {}};
        addSection(half.surface, plane, same_, half.sections);
        half.volume = volumeWithin(half.surface, half.sections);
        for (const Notch& notch : part.notches)
            if (std::min(sign * plane.above(notch.from), sign * plane.above(notch.to)) < -same_)
                half.notches.push_back(notch);
        for (const Vec3d& p : part.inner)
            if (sign * plane.above(p) < -same_) half.inner.push_back(p);
        // Corners that the cut makes, each of which belongs to several sides.
        std::vector<Vec3d> made;
        for (const Vec3d& p : half.cell.points)
            if (std::abs(plane.above(p)) <= same_ &&
                std::ranges::none_of(made, [&](const Vec3d& q) { return length(p - q) <= same_; }))
                made.push_back(p);
        Vec3d middle;
        for (const Vec3d& p : half.cell.points) middle += p * (1.0 / double(half.cell.points.size()));
        for (const Vec3d& p : made)
            if (isInside_(p + (middle - p) * 1e-6)) half.inner.push_back(p);
        addSide(std::move(made), plane.normal, half.cell);
        return half;
    }

    /// The share of hollow edges that a cut leaves to its halves. One that is cut in two is left to both.
    static double keptShare(const Part& part, const std::pair<Part, Part>& halves) {
        if (part.notches.empty()) return 0;
        return static_cast<double>(halves.first.notches.size() + halves.second.notches.size()) /
               static_cast<double>(part.notches.size());
    }

    /// Where a part may be cut: through some of its notches, along their triangles and between them, and
    /// across the axes.
    static std::vector<Plane> planes(const Part& part) {
        std::vector<Plane> all;
        const auto add = [&](const Vec3d& normal, const Vec3d& at) {
            if (squaredLength(normal) > 0) all.push_back({normalized(normal), dot(normalized(normal), at)});
        };
        const std::size_t notches = part.notches.size(), tried = std::min(notches, tried_notches);
        for (std::size_t k = 0; k < tried; ++k) {
            const Notch& notch = part.notches[(2 * k + 1) * notches / (2 * tried)];
            const Vec3d middle = (notch.from + notch.to) * 0.5;
            add(cross(notch.to - notch.from, notch.first + notch.second), middle);
            add(notch.first, middle);
            add(notch.second, middle);
        }
        for (const Axis axis : axes) {
            const auto by = [&](const Vec3d& p) { return p.*axis; };
            const auto [low, high] = std::ranges::minmax(part.surface.points, {}, by);
            for (std::size_t k = 1; k <= planes_per_axis; ++k) {
                Vec3d normal;
                normal.*axis = 1;
                add(normal, low + (high - low) * (static_cast<double>(k) / (planes_per_axis + 1)));
            }
        }
        return all;
    }

    const Mesh& mesh_;
    double same_;  ///< distance below which points are the same [m]
    InsideTest isInside_;
};

}  // namespace

ConvexParts convexParts(const Mesh& mesh, std::size_t most) {
    const double volume = geometry::volumeOf(mesh);
    const Splitter splitter(mesh, volume);
    std::vector<Part> parts{splitter.whole()};
    std::vector<double> hulls{hullVolume(parts[0].points())};
    std::vector<double> adds{hulls[0] - parts[0].volume};
    const auto addedBy = [&] { return std::accumulate(hulls.begin(), hulls.end(), -volume) / volume; };
    while (parts.size() < most && addedBy() > most_added) {
        const auto worst = std::ranges::max_element(adds);
        if (!(*worst > 0)) break;
        const auto k = static_cast<std::size_t>(worst - adds.begin());
        auto two = splitter.halves(parts[k]);
        const std::array<double, 2> halves{two ? hullVolume(two->first.points()) : 0,
                                           two ? hullVolume(two->second.points()) : 0};
        // Hulls are not exact: a part may seem hollow that is not. Of a part that is mostly hollow the first
        // cuts may gain nothing.
        if (!two || (adds[k] < 0.2 * hulls[k] && halves[0] + halves[1] > 0.999 * hulls[k])) {
            adds[k] = 0;
            continue;
        }
        parts[k] = std::move(two->first);
        hulls[k] = halves[0];
        adds[k] = hulls[k] - parts[k].volume;
        parts.push_back(std::move(two->second));
        hulls.push_back(halves[1]);
        adds.push_back(hulls.back() - parts.back().volume);
    }
    ConvexParts found;
    found.added = addedBy();
    for (const Part& part : parts)
        if (auto corners = hullCorners(part.points()); corners.size() >= 4)
            found.corners.push_back(std::move(corners));
    return found;
}

std::shared_ptr<const ConvexParts> keptConvexParts(const Mesh& mesh, std::size_t most) {
    struct Kept {
        Mesh mesh;
        std::size_t most;
        std::shared_ptr<const ConvexParts> parts;
    };
    static std::mutex mutex;
    static std::deque<Kept> kept;
    constexpr std::size_t kept_meshes = 16;
    const std::scoped_lock lock(mutex);
    for (const Kept& one : kept)
        if (one.most == most && one.mesh.points == mesh.points && one.mesh.triangles == mesh.triangles)
            return one.parts;
    if (kept.size() == kept_meshes) kept.pop_front();
    kept.push_back({mesh, most, std::make_shared<const ConvexParts>(convexParts(mesh, most))});
    return kept.back().parts;
}

}  // namespace talus::solids
