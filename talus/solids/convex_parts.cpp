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
/// Weight of the hollow edges that a cut leaves to both sides. Of a ring neither a cut across its axis nor
/// the first one through it gains anything, but only those through it end. Chosen: as the one of balance.
constexpr double weight_of_notches = 0.05;
constexpr std::size_t planes_per_axis = 5;
constexpr std::size_t tried_notches = 12;
/// Distance below which points are the same, as a share of the cube root of the volume. Chosen: ten times the
/// rounding of a file with six digits, so that a plane through one edge of a ring also holds the one
/// opposite.
constexpr double coincident = 1e-5;
/// Samples along each side of the box around the solid, by which volumes of parts are compared.
constexpr std::size_t samples = 64;

/// Convex polygons, one after the other.
struct Polygons {
    std::vector<Vec3d> points;
    std::vector<std::size_t> ends;

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

/// Points in the solid, on a regular grid: rays along z cross its surface.
std::vector<Vec3d> samplesOf(const Mesh& mesh, const Box& box) {
    const Vec3d side = box.max - box.min, step = side * (1.0 / samples);
    std::vector<std::vector<double>> crossings(samples * samples);
    // Off the middle by shares that no mesh shares.
    const auto x = [&](std::size_t i) { return box.min.x + (static_cast<double>(i) + 0.4831) * step.x; };
    const auto y = [&](std::size_t j) { return box.min.y + (static_cast<double>(j) + 0.5173) * step.y; };
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3d &a = mesh.points[i], &b = mesh.points[j], &c = mesh.points[k];
        const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (area == 0) continue;
        const auto first = [&](double low, double from, double width) {
            return static_cast<std::size_t>(std::clamp((low - from) / width - 1, 0.0, double(samples)));
        };
        for (std::size_t n = first(std::min({a.x, b.x, c.x}), box.min.x, step.x);
             n < samples && x(n) <= std::max({a.x, b.x, c.x}); ++n)
            for (std::size_t m = first(std::min({a.y, b.y, c.y}), box.min.y, step.y);
                 m < samples && y(m) <= std::max({a.y, b.y, c.y}); ++m) {
                const auto share = [&](const Vec3d& p, const Vec3d& q) {
                    return ((p.x - x(n)) * (q.y - y(m)) - (p.y - y(m)) * (q.x - x(n))) / area;
                };
                const double u = share(b, c), v = share(c, a), w = share(a, b);
                if (u < 0 || v < 0 || w < 0) continue;
                crossings[n * samples + m].push_back(u * a.z + v * b.z + w * c.z);
            }
    }
    std::vector<Vec3d> found;
    for (std::size_t n = 0; n < samples; ++n)
        for (std::size_t m = 0; m < samples; ++m) {
            std::vector<double>& z = crossings[n * samples + m];
            std::ranges::sort(z);
            std::size_t passed = 0;
            for (std::size_t l = 0; l < samples; ++l) {
                const double at = box.min.z + (static_cast<double>(l) + 0.5) * step.z;
                while (passed < z.size() && z[passed] < at) ++passed;
                if (passed % 2 == 1) found.push_back({x(n), y(m), at});
            }
        }
    return found;
}

/// The solid in one cell.
struct Part {
    Polygons cell;               ///< its sides
    Polygons surface;            ///< of the solid
    std::vector<Vec3d> inner;    ///< corners of the cell that are in the solid
    std::vector<Vec3d> samples;  ///< of the solid
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
        Part part{sidesOf(box), {}, {}, samplesOf(mesh_, box), notchesOf(mesh_, same_)};
        for (const auto& triangle : mesh_.triangles) {
            for (const auto corner : triangle) part.surface.points.push_back(mesh_.points[corner]);
            part.surface.ends.push_back(part.surface.points.size());
        }
        return part;
    }
    /// The volume of a part of the solid [m^3].
    double volumeOf(const Part& part) const {
        return static_cast<double>(part.samples.size()) * sampleVolume();
    }

    /// The two halves of a part by the best plane; nothing where no plane leaves something on both sides.
    std::optional<std::pair<Part, Part>> halves(const Part& part) const {
        std::optional<std::pair<Part, Part>> best;
        double least = 0;
        for (const Plane& plane : planes(part)) {
            std::pair<Part, Part> two{side(part, plane, 1), side(part, plane, -1)};
            if (two.first.samples.empty() || two.second.samples.empty()) continue;
            double cost = weight_of_balance * std::abs(volumeOf(two.first) - volumeOf(two.second)) +
                          weight_of_notches * volumeOf(part) * keptShare(part, two);
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
    double sampleVolume() const {
        const Vec3d side = geometry::boundsOf(mesh_).max - geometry::boundsOf(mesh_).min;
        return side.x * side.y * side.z / (samples * samples * samples);
    }
    Part side(const Part& part, const Plane& plane, double sign) const {
        Part half{cut(part.cell, plane, sign, same_), cut(part.surface, plane, sign, same_), {}, {}, {}};
        for (const Vec3d& p : part.samples)
            if (sign * plane.above(p) <= 0) half.samples.push_back(p);
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
    std::vector<double> adds{hulls[0] - splitter.volumeOf(parts[0])};
    const auto addedBy = [&] { return std::accumulate(hulls.begin(), hulls.end(), -volume) / volume; };
    while (parts.size() < most && addedBy() > most_added) {
        const auto worst = std::ranges::max_element(adds);
        if (!(*worst > 0)) break;
        const auto k = static_cast<std::size_t>(worst - adds.begin());
        auto two = splitter.halves(parts[k]);
        const std::array<double, 2> halves{two ? hullVolume(two->first.points()) : 0,
                                           two ? hullVolume(two->second.points()) : 0};
        // Volumes of samples are not exact: a part may seem hollow that is not. Of a part that is mostly
        // hollow the first cuts may gain nothing.
        if (!two || (adds[k] < 0.2 * hulls[k] && halves[0] + halves[1] > 0.999 * hulls[k])) {
            adds[k] = 0;
            continue;
        }
        parts[k] = std::move(two->first);
        hulls[k] = halves[0];
        adds[k] = hulls[k] - splitter.volumeOf(parts[k]);
        parts.push_back(std::move(two->second));
        hulls.push_back(halves[1]);
        adds.push_back(hulls.back() - splitter.volumeOf(parts.back()));
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
