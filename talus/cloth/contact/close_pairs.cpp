#include "talus/cloth/contact/close_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::cloth {
namespace {

/// Fewer pairs than this are solved one after another, without colours.
constexpr std::size_t few_pairs = 1024;
/// Enough independent searches to balance the load of many threads.
constexpr std::size_t searches = 256;

/// Collects the pairs of features of two triangles whose boxes meet.
class Collector {
  public:
    Collector(const Features& features, View<const Vec3d> position, const std::vector<double>& room,
              const std::vector<Bounds>& bounds, std::vector<ClosePair>& found)
        : f_(features), position_(position), room_(room), bounds_(bounds), found_(found) {}

    /// Two triangles of the cloth.
    void cloth(std::uint32_t a, std::uint32_t b) {
        const std::uint16_t sa = f_.sheet[f_.corners[a][0]], sb = f_.sheet[f_.corners[b][0]];
        if (!(f_.with_itself[sa] && f_.with_itself[sb])) return;
        keep_ = 0.5 * (f_.thickness[sa] + f_.thickness[sb]);
        // The geometric mean, as between two materials (Box2D).
        friction_ = std::sqrt(f_.friction[sa] * f_.friction[sb]);
        wall_ = ObstacleShapes::no_wall;
        among_ = true;
        same_ = sa == sb && f_.copy[f_.corners[a][0]] == f_.copy[f_.corners[b][0]];
        features(f_.corners[a], f_.owned[a], f_.corners[b], f_.owned[b]);
    }
    /// A triangle of the cloth and one of an obstacle.
    void obstacle(std::uint32_t a, std::uint32_t b) {
        const std::uint16_t sheet = f_.sheet[f_.corners[a][0]];
        if (!f_.with_walls[sheet]) return;
        keep_ = 0.5 * f_.thickness[sheet];
        friction_ = f_.friction[sheet];
        std::array<std::uint32_t, 3> corners = f_.obstacles->triangles[b];
        wall_ = f_.obstacles->wall[corners[0]];
        same_ = among_ = false;
        for (std::uint32_t& corner : corners) corner += static_cast<std::uint32_t>(f_.points());
        features(f_.corners[a], f_.owned[a], corners, f_.obstacles->owned[b]);
    }

  private:
    using Corners = std::array<std::uint32_t, 3>;

    static bool has(const Corners& corners, std::uint32_t p) {
        return corners[0] == p || corners[1] == p || corners[2] == p;
    }

    void features(const Corners& a, std::uint8_t owned_a, const Corners& b, std::uint8_t owned_b) {
        if ((owned_a & 7U) != 0) points(a, owned_a, b);
        if ((owned_b & 7U) != 0) points(b, owned_b, a);
        if ((owned_a & 56U) == 0 || (owned_b & 56U) == 0) return;
        std::array<Bounds, 3> edges_b{};
        for (std::size_t k = 0; k < 3; ++k) {
            if ((owned_b & 8U << k) == 0) continue;
            edges_b[k] = bounds_[b[k]];
            edges_b[k].add(bounds_[b[(k + 1) % 3]]);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            if ((owned_a & 8U << i) == 0) continue;
            const std::uint32_t p = a[i], q = a[(i + 1) % 3];
            Bounds edge = bounds_[p];
            edge.add(bounds_[q]);
            for (std::size_t k = 0; k < 3; ++k) {
                if ((owned_b & 8U << k) == 0) continue;
                const std::uint32_t r = b[k], s = b[(k + 1) % 3];
                if (p == r || p == s || q == r || q == s || !edge.meets(edges_b[k])) continue;
                take({p, q, r, s}, 2, nearestOfEdges(position_[p], position_[q], position_[r], position_[s]));
            }
        }
    }

    void points(const Corners& from, std::uint8_t owned, const Corners& triangle) {
        Bounds box = bounds_[triangle[0]];
        box.add(bounds_[triangle[1]]);
        box.add(bounds_[triangle[2]]);
        for (std::size_t k = 0; k < 3; ++k) {
            if ((owned & 1U << k) == 0) continue;
            const std::uint32_t p = from[k];
            if (has(triangle, p) || !box.meets(bounds_[p])) continue;
            take({p, triangle[0], triangle[1], triangle[2]}, 1,
                 nearestToTriangle(position_[p], position_[triangle[0]], position_[triangle[1]],
                                   position_[triangle[2]]));
        }
    }

    void take(const std::array<std::uint32_t, 4>& point, std::uint32_t first, const Nearest& nearest) {
        // How far each feature may move towards the other.
        double room_first = 0, room_second = 0;
        for (std::uint32_t k = 0; k < 4; ++k) {
            double& room = k < first ? room_first : room_second;
            room = std::max(room, room_[point[k]]);
        }
        const double reach = keep_ + room_first + room_second, square = squaredLength(nearest.from);
        if (square > reach * reach) return;
        ClosePair pair{point, first, wall_, 0, among_, keep_, friction_, std::sqrt(square)};
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
    const std::vector<Bounds>& bounds_;
    std::vector<ClosePair>& found_;
    double keep_ = 0, friction_ = 0;
    std::uint16_t wall_ = 0;
    bool same_ = false, among_ = false;
};

Bounds boundsOf(const ClosePairs& close, const std::array<std::uint32_t, 3>& corner, std::size_t first) {
    Bounds bounds = close.point_bounds[first + corner[0]];
    bounds.add(close.point_bounds[first + corner[1]]);
    bounds.add(close.point_bounds[first + corner[2]]);
    return bounds;
}

/// Gives pairs colours as colourAndSort() does, by counting.
void sortByColour(std::size_t cloth_points, ClosePairs& close) {
    std::vector<ClosePair>& pairs = close.pairs;
    close.colour_ends.clear();
    if (pairs.empty()) return;
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
    if (close.tree.empty()) close.tree = *f.tree;
    // Two features that come nearer than the thickness have boxes that meet: each is wider by half of it.
    const auto setBounds = [&](const std::vector<double>& room) {
        close.point_bounds.resize(position.size());
        exec::for_each(exec, room.size(), [&](std::size_t p) {
            const double half = p < cloth ? 0.5 * f.thickness[f.sheet[p]] : 0;
            close.point_bounds[p] = ballBounds(position[p], room[p] + half);
        });
        close.triangle_bounds.resize(f.corners.size());
        exec::for_each(exec, f.corners.size(),
                       [&](std::size_t t) { close.triangle_bounds[t] = boundsOf(close, f.corners[t], 0); });
        close.tree.fit(close.triangle_bounds);
    };
    const auto search = [&](const BoxTree& other, const std::vector<Bounds>& other_bounds,
                            const std::vector<double>& room, auto collect) {
        const auto parts = splitSearch(close.tree, other, searches);
        if (close.found.size() < parts.size()) close.found.resize(parts.size());
        exec::for_each(
            exec, parts.size(),
            [&](std::size_t part) {
                close.found[part].clear();
                std::vector<NodePair> stack;
                Collector collector(f, position, room, close.point_bounds, close.found[part]);
                searchBelow(close.tree, other, close.triangle_bounds, other_bounds, parts[part], stack,
                            [&](std::uint32_t a, std::uint32_t b) { collect(collector, a, b); });
            },
            1);
        for (std::size_t part = 0; part < parts.size(); ++part)
            close.pairs.insert(close.pairs.end(), close.found[part].begin(), close.found[part].end());
    };
    const auto any = [](const std::vector<std::uint8_t>& flags) {
        return std::any_of(flags.begin(), flags.end(), [](std::uint8_t on) { return on != 0; });
    };
    if (any(f.with_itself)) {
        setBounds(close.room_self);
        search(close.tree, close.triangle_bounds, close.room_self,
               [](Collector& collector, std::uint32_t a, std::uint32_t b) { collector.cloth(a, b); });
    }
    if (any(f.with_walls) && !f.obstacles->triangles.empty()) {
        setBounds(close.room_wall);
        close.obstacle_bounds.resize(f.obstacles->triangles.size());
        exec::for_each(exec, f.obstacles->triangles.size(), [&](std::size_t t) {
            close.obstacle_bounds[t] = boundsOf(close, f.obstacles->triangles[t], cloth);
        });
        if (close.obstacle_tree.empty()) close.obstacle_tree = f.obstacles->tree;
        close.obstacle_tree.fit(close.obstacle_bounds);
        search(close.obstacle_tree, close.obstacle_bounds, close.room_wall,
               [](Collector& collector, std::uint32_t a, std::uint32_t b) { collector.obstacle(a, b); });
    }
    sortByColour(cloth, close);
}

Moved movedSince(const exec::Exec& exec, const ClosePairs& close, View<const Vec3d> position,
                 const Vec3d& middle) {
    constexpr double far = std::numeric_limits<double>::infinity();
    if (!close.made) return {far, far};
    const Vec3d drift = middle - close.middle;
    const std::size_t cloth = close.room_self.size();
    const Moved squares = exec::reduce(
        exec, position.size(), Moved{},
        [&](std::size_t p) {
            const Vec3d way = position[p] - close.at[p];
            Moved moved{p < cloth ? squaredLength(way - drift) : 0, squaredLength(way)};
            if (moved.towards > close.room_wall[p] * close.room_wall[p]) moved.towards = far;
            if (p < cloth && moved.among > close.room_self[p] * close.room_self[p]) moved.among = far;
            return moved;
        },
        [](const Moved& a, const Moved& b) {
            return Moved{std::max(a.among, b.among), std::max(a.towards, b.towards)};
        });
    return {std::sqrt(squares.among), std::sqrt(squares.towards)};
}

}  // namespace talus::cloth
