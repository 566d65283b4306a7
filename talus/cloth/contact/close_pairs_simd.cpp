#include "talus/cloth/contact/close_pairs.h"

#include "talus/cloth/contact/swept_simd.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::cloth {
namespace {

/// Fewer pairs than this are solved one after another, without colours.
constexpr std::size_t few_pairs = 1024;
/// Colours with fewer pairs than this are not worth a loop of their own.
constexpr std::size_t few_of_a_colour = 128;
/// Enough independent searches to balance the load of many threads.
constexpr std::size_t searches = 256;

/// Collects the pairs of features of two triangles whose boxes meet.
class Collector {
  public:
    Collector(const Features& features, View<const Vec3d> position, const std::vector<double>& room,
              const ClosePairs& close, std::vector<ClosePair>& found)
        : f_(features),
          position_(position),
          room_(room),
          velocity_(close.velocity),
          ahead_(close.until - close.time),
          close_(close),
          bounds_(close.point_bounds),
          found_(found) {}

    /// Two triangles of the cloth.
    void cloth(std::uint32_t a, std::uint32_t b) {
        const std::uint16_t sa = f_.sheet[f_.corners[a][0]], sb = f_.sheet[f_.corners[b][0]];
        if (!(f_.with_itself[sa] && f_.with_itself[sb])) return;
        keep_ = 0.5 * (f_.thickness[sa] + f_.thickness[sb]);
        // The geometric mean, as between two materials (Box2D).
        friction_ = std::sqrt(f_.friction[sa] * f_.friction[sb]);
        wall_ = ObstacleShapes::no_wall;
        among_ = true;
        radius_ = 0;
        same_ = sa == sb && f_.copy[f_.corners[a][0]] == f_.copy[f_.corners[b][0]];
        features({f_.corners[a], f_.owned[a], close_.triangle_bounds[a], &close_.edge_bounds[3 * a]},
                 {f_.corners[b], f_.owned[b], close_.triangle_bounds[b], &close_.edge_bounds[3 * b]});
    }
    /// A triangle of the cloth and one of an obstacle.
    void obstacle(std::uint32_t a, std::uint32_t b) {
        const std::uint16_t sheet = f_.sheet[f_.corners[a][0]];
        if (!f_.with_walls[sheet]) return;
        keep_ = 0.5 * f_.thickness[sheet];
        friction_ = f_.friction[sheet];
        std::array<std::uint32_t, 3> corners = f_.obstacles->triangles[b];
        wall_ = f_.obstacles->wall[corners[0]];
        radius_ = f_.obstacles->radius[corners[0]];
        same_ = among_ = false;
        for (std::uint32_t& corner : corners) corner += static_cast<std::uint32_t>(f_.points());
        features({f_.corners[a], f_.owned[a], close_.triangle_bounds[a], &close_.edge_bounds[3 * a]},
                 {corners, f_.obstacles->owned[b], close_.obstacle_bounds[b],
                  &close_.obstacle_edge_bounds[3 * b]});
    }

  private:
    using Corners = std::array<std::uint32_t, 3>;

    static bool has(const Corners& corners, std::uint32_t p) {
        return corners[0] == p || corners[1] == p || corners[2] == p;
    }

    /// A triangle with the bounds of its owned edges.
    struct Triangle {
        const Corners& corner;
        std::uint8_t owned;
        const Swept& bounds;
        const Swept* edges;  ///< three; those that it does not own are not set
    };

    void features(const Triangle& a, const Triangle& b) {
        points(a, b);
        points(b, a);
        for (std::size_t i = 0; i < 3; ++i) {
            if ((a.owned & 8U << i) == 0) continue;
            const std::uint32_t p = a.corner[i], q = a.corner[(i + 1) % 3];
            const SweptPack edge(a.edges[i]);
            for (std::size_t k = 0; k < 3; ++k) {
                if ((b.owned & 8U << k) == 0 || !edge.meets(b.edges[k])) continue;
                const std::uint32_t r = b.corner[k], s = b.corner[(k + 1) % 3];
                if (p == r || p == s || q == r || q == s) continue;
                take({p, q, r, s}, 2, nearestOfEdges(position_[p], position_[q], position_[r], position_[s]));
            }
        }
    }

    void points(const Triangle& from, const Triangle& to) {
        if ((from.owned & 7U) == 0 || to.corner[1] == to.corner[2]) return;  // a ball has no faces
        const SweptPack bounds(to.bounds);
        for (std::size_t k = 0; k < 3; ++k) {
            if ((from.owned & 1U << k) == 0) continue;
            const std::uint32_t p = from.corner[k];
            if (!bounds.meets(bounds_[p]) || has(to.corner, p)) continue;
            take({p, to.corner[0], to.corner[1], to.corner[2]}, 1,
                 nearestToTriangle(position_[p], position_[to.corner[0]], position_[to.corner[1]],
                                   position_[to.corner[2]]));
        }
    }

    void take(const std::array<std::uint32_t, 4>& point, std::uint32_t first, const Nearest& nearest) {
        // How far each feature may move towards the other.
        double room_first = 0, room_second = 0;
        for (std::uint32_t k = 0; k < 4; ++k) {
            double& room = k < first ? room_first : room_second;
            room = std::max(room, room_[point[k]]);
        }
        double fastest = 0;
        for (std::uint32_t i = 0; i < first; ++i)
            for (std::uint32_t j = first; j < 4; ++j)
                fastest = std::max(fastest, squaredLength(velocity_[point[i]] - velocity_[point[j]]));
        const double closing = std::sqrt(fastest);
        const double reach = radius_ + keep_ + room_first + room_second + closing * ahead_,
                     square = squaredLength(nearest.from);
        if (square > reach * reach) return;
        ClosePair pair{point,   first,  wall_, 0, among_, keep_, friction_, std::sqrt(square) - radius_,
                       radius_, closing};
        if (same_) {
            // What is nearer than that in the sheet at rest cannot keep the whole distance.
            const Nearest rest = first == 1 ? nearestToTriangle(f_.rest[point[0]], f_.rest[point[1]],
                                                                f_.rest[point[2]], f_.rest[point[3]])
                                            : nearestOfEdges(f_.rest[point[0]], f_.rest[point[1]],
                                                             f_.rest[point[2]], f_.rest[point[3]]);
            pair.keep = std::min(keep_, 0.8 * length(rest.from));
        }
        found_.push_back(pair);
    }

    const Features& f_;
    View<const Vec3d> position_;
    const std::vector<double>& room_;
    const std::vector<Vec3d>& velocity_;
    double ahead_;  ///< time for which the list is made [s]
    const ClosePairs& close_;
    const std::vector<Swept>& bounds_;
    std::vector<ClosePair>& found_;
    double keep_ = 0, friction_ = 0, radius_ = 0;
    std::uint16_t wall_ = 0;
    bool same_ = false, among_ = false;
};

/// The bounds of triangles and of the edges that they own, from those of points.
void setBounds(const exec::Exec& exec, const std::vector<Swept>& points,
               View<const std::array<std::uint32_t, 3>> corners, View<const std::uint8_t> owned,
               std::size_t first, std::vector<Swept>& triangles, std::vector<Swept>& edges) {
    triangles.resize(corners.size());
    edges.resize(3 * corners.size());
    exec::for_each(exec, corners.size(), [&](std::size_t t) {
        const std::array<SweptPack, 3> corner{points[first + corners[t][0]], points[first + corners[t][1]],
                                              points[first + corners[t][2]]};
        SweptPack all = corner[0];
        all.add(corner[1]);
        all.add(corner[2]);
        triangles[t] = all.box();
        for (std::size_t k = 0; k < 3; ++k) {
            if ((owned[t] & 8U << k) == 0) continue;
            SweptPack edge = corner[k];
            edge.add(corner[(k + 1) % 3]);
            edges[3 * t + k] = edge.box();
        }
    });
}

/// Gives pairs colours as colourAndSort() does, by counting. @pre there are some
void sortByColour(std::size_t cloth_points, ClosePairs& close) {
    std::vector<ClosePair>& pairs = close.pairs;
    if (pairs.size() <= few_pairs) {
        close.colour_ends.push_back(pairs.size());
        return;
    }
    constexpr std::uint16_t none = 0xffff;
    for (ClosePair& pair : pairs) pair.colour = none;
    std::vector<std::size_t> counts;
    std::size_t left = pairs.size();
    for (std::uint32_t base = 0; left > 0; base += 64) {
        close.used.assign(cloth_points, 0);
        counts.resize(base + 64, 0);
        for (ClosePair& pair : pairs) {
            if (pair.colour != none) continue;
            std::uint64_t taken = 0;
            for (const std::uint32_t p : pair.point)
                if (p < cloth_points) taken |= close.used[p];
            if (taken == ~std::uint64_t{0}) continue;
            const auto colour = static_cast<std::uint32_t>(__builtin_ctzll(~taken));
            for (const std::uint32_t p : pair.point)
                if (p < cloth_points) close.used[p] |= std::uint64_t{1} << colour;
            pair.colour = static_cast<std::uint16_t>(base + colour);
            ++counts[base + colour];
            --left;
        }
    }
    std::vector<std::size_t> next(counts.size());
    std::size_t sum = 0;
    for (std::size_t c = 0; c < counts.size(); ++c) {
        next[c] = sum;
        sum += counts[c];
        if (counts[c] > 0) close.colour_ends.push_back(sum);
    }
    close.in_turn = pairs.size() < few_of_a_colour * close.colour_ends.size();
    close.sorted.resize(pairs.size());
    for (const ClosePair& pair : pairs) close.sorted[next[pair.colour]++] = pair;
    pairs.swap(close.sorted);
}

}  // namespace

void findClosePairs(const exec::Exec& exec, const Features& f, View<const Vec3d> position,
                    ClosePairs& close) {
    const std::size_t cloth = f.points();
    close.at.assign(position.begin(), position.end());
    close.made = true;
    close.pairs.clear();
    const double ahead = close.until - close.time;
    if (close.tree.empty()) close.tree = *f.tree;
    // Two features that come nearer than the thickness have boxes that meet: each is wider by half of it.
    const auto bound = [&](const std::vector<double>& room) {
        close.point_bounds.resize(position.size());
        exec::for_each(exec, room.size(), [&](std::size_t p) {
            const double half = p < cloth ? 0.5 * f.thickness[f.sheet[p]] : f.obstacles->radius[p - cloth];
            close.point_bounds[p] = sweptBall(position[p], room[p] + half, close.velocity[p] * ahead);
        });
        setBounds(exec, close.point_bounds, f.corners, f.owned, 0, close.triangle_bounds, close.edge_bounds);
        close.tree.fit(close.triangle_bounds);
    };
    const auto search = [&](const BoxTree& other, const std::vector<Swept>& other_bounds,
                            const std::vector<double>& room, auto collect) {
        const auto parts = splitSearch(close.tree, other, searches);
        if (close.found.size() < parts.size()) {
            close.found.resize(parts.size());
            close.meeting.resize(parts.size());
        }
        exec::for_each(
            exec, parts.size(),
            [&](std::size_t part) {
                close.found[part].clear();
                std::vector<ItemPair>& meeting = close.meeting[part];
                meeting.clear();
                searchBelow(close.tree, other, close.triangle_bounds, other_bounds, parts[part], meeting);
                Collector collector(f, position, room, close, close.found[part]);
                for (const ItemPair& pair : meeting) collect(collector, pair.a, pair.b);
            },
            1);
        for (std::size_t part = 0; part < parts.size(); ++part)
            close.pairs.insert(close.pairs.end(), close.found[part].begin(), close.found[part].end());
    };
    const auto any = [](const std::vector<std::uint8_t>& flags) {
        return std::any_of(flags.begin(), flags.end(), [](std::uint8_t on) { return on != 0; });
    };
    if (any(f.with_itself)) {
        bound(close.room_self);
        search(close.tree, close.triangle_bounds, close.room_self,
               [](Collector& collector, std::uint32_t a, std::uint32_t b) { collector.cloth(a, b); });
    }
    if (any(f.with_walls) && !f.obstacles->triangles.empty()) {
        bound(close.room_wall);
        const ObstacleShapes& shapes = *f.obstacles;
        setBounds(exec, close.point_bounds, {shapes.triangles.data(), shapes.triangles.size()},
                  {shapes.owned.data(), shapes.owned.size()}, cloth, close.obstacle_bounds,
                  close.obstacle_edge_bounds);
        if (close.obstacle_tree.empty()) close.obstacle_tree = f.obstacles->tree;
        close.obstacle_tree.fit(close.obstacle_bounds);
        search(close.obstacle_tree, close.obstacle_bounds, close.room_wall,
               [](Collector& collector, std::uint32_t a, std::uint32_t b) { collector.obstacle(a, b); });
    }
    close.colour_ends.clear();
    close.in_turn = close.with_bodies = false;
    std::vector<ClosePair>& bodies = close.of_bodies;
    bodies.clear();
    if (any(f.gives_way)) {
        const auto givesWay = [&](const ClosePair& pair) {
            return pair.wall != ObstacleShapes::no_wall && f.gives_way[pair.wall] != 0;
        };
        std::copy_if(close.pairs.begin(), close.pairs.end(), std::back_inserter(bodies), givesWay);
        close.pairs.erase(std::remove_if(close.pairs.begin(), close.pairs.end(), givesWay),
                          close.pairs.end());
    }
    if (!close.pairs.empty()) sortByColour(cloth, close);
    if (bodies.empty()) return;
    close.with_bodies = true;
    close.pairs.insert(close.pairs.end(), bodies.begin(), bodies.end());
    close.colour_ends.push_back(close.pairs.size());
}

namespace {

/// Where points are, less where their velocities would have brought them.
struct Stray {
    const ClosePairs& close;
    View<const Vec3d> position;
    double passed;
    Vec3d common;

    Stray(const exec::Exec& exec, const ClosePairs& list, View<const Vec3d> at, double time)
        : close(list), position(at), passed(time - list.time) {
        const std::size_t cloth = close.room_self.size();
        common = exec::sum(exec, cloth, Vec3d{}, [&](std::size_t p) { return way(p); }) /
                 static_cast<double>(std::max<std::size_t>(1, cloth));
    }
    Vec3d way(std::size_t p) const { return position[p] - close.at[p] - close.velocity[p] * passed; }
    double self(std::size_t p) const { return length(way(p) - common); }
    double wall(std::size_t p) const { return length(way(p)); }
};

bool both(bool a, bool b) { return a && b; }

}  // namespace

bool allowStray(const exec::Exec& exec, View<const Vec3d> position, View<const Vec3d> velocity, double time,
                double h, double push, ClosePairs& close) {
    const Stray stray(exec, close, position, time);
    const std::size_t cloth = close.room_self.size();
    const auto faster = [&](std::size_t p) { return (velocity[p] - close.velocity[p]) * h; };
    const Vec3d common =
        exec::sum(exec, cloth, Vec3d{}, faster) / static_cast<double>(std::max<std::size_t>(1, cloth));
    close.stray_self.resize(cloth);
    close.stray_wall.resize(position.size());
    return exec::reduce(
        exec, position.size(), true,
        [&](std::size_t p) {
            const double wall = stray.wall(p), self = p < cloth ? stray.self(p) : 0;
            close.stray_wall[p] = wall + length(faster(p)) + push + close.extra[p];
            if (p < cloth) close.stray_self[p] = self + length(faster(p) - common) + push + close.extra[p];
            return wall <= close.room_wall[p] && (p >= cloth || self <= close.room_self[p]);
        },
        both);
}

bool isWithin(const exec::Exec& exec, View<const Vec3d> position, double time, ClosePairs& close) {
    const Stray stray(exec, close, position, time);
    const std::size_t cloth = close.room_self.size();
    // What pushes a point once pushes it again in the next small steps, and sometimes farther.
    constexpr double farther = 1.5;
    return exec::reduce(
        exec, position.size(), true,
        [&](std::size_t p) {
            const double wall = stray.wall(p), self = p < cloth ? stray.self(p) : 0;
            if (wall <= std::min(close.room_wall[p], close.stray_wall[p]) &&
                (p >= cloth || self <= std::min(close.room_self[p], close.stray_self[p])))
                return true;
            close.extra[p] = std::max(close.extra[p], farther * std::max(wall, self));
            return false;
        },
        both);
}

}  // namespace talus::cloth
