#include "talus/cloth/contact/close_pairs.h"

#include "talus/cloth/contact/collector_simd.h"
#include "talus/cloth/contact/swept_simd.h"

#include <algorithm>
#include <atomic>
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

/// The bounds of a triangle and of the edges that it owns, from those of points.
void setBounds(const std::array<std::uint32_t, 3>& corners, std::uint8_t owned, std::size_t first,
               const std::vector<Swept>& points, Swept& triangle, Swept* edges) {
    const std::array<SweptPack, 3> corner{points[first + corners[0]], points[first + corners[1]],
                                          points[first + corners[2]]};
    SweptPack all = corner[0];
    all.add(corner[1]);
    all.add(corner[2]);
    triangle = all.box();
    for (std::size_t k = 0; k < 3; ++k) {
        if ((owned & 8U << k) == 0) continue;
        SweptPack edge = corner[k];
        edge.add(corner[(k + 1) % 3]);
        edges[k] = edge.box();
    }
}
void setBounds(const exec::Exec& exec, const std::vector<Swept>& points,
               View<const std::array<std::uint32_t, 3>> corners, View<const std::uint8_t> owned,
               std::size_t first, std::vector<Swept>& triangles, std::vector<Swept>& edges) {
    triangles.resize(corners.size());
    edges.resize(3 * corners.size());
    exec::for_each(exec, corners.size(), [&](std::size_t t) {
        setBounds(corners[t], owned[t], first, points, triangles[t], &edges[3 * t]);
    });
}

/// Gives pairs colours as colourAndSort() does, by counting. @pre there are some
void sortByColour(std::size_t cloth_points, ClosePairs& close) {
    std::vector<ClosePair>& pairs = close.pairs;
    if (pairs.size() <= few_pairs) {
        close.colour_ends.push_back(pairs.size());
        close.serial = true;
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
    close.serial = pairs.size() < few_of_a_colour * close.colour_ends.size();
    close.sorted.resize(pairs.size());
    for (const ClosePair& pair : pairs) close.sorted[next[pair.colour]++] = pair;
    pairs.swap(close.sorted);
}

bool any(const std::vector<std::uint8_t>& flags) {
    return std::any_of(flags.begin(), flags.end(), [](std::uint8_t on) { return on != 0; });
}

/// Sorts pairs by colour, and puts those with free bodies behind them.
void sortPairs(const Features& f, ClosePairs& close) {
    close.colour_ends.clear();
    close.serial = close.last_serial = false;
    std::vector<ClosePair>& last = close.last;
    last.clear();
    if (any(f.gives_way)) {
        const auto givesWay = [&](const ClosePair& pair) {
            return pair.wall != ObstacleShapes::no_wall && f.gives_way[pair.wall] != 0;
        };
        std::copy_if(close.pairs.begin(), close.pairs.end(), std::back_inserter(last), givesWay);
        close.pairs.erase(std::remove_if(close.pairs.begin(), close.pairs.end(), givesWay),
                          close.pairs.end());
    }
    if (!close.pairs.empty()) sortByColour(f.points(), close);
    if (last.empty()) return;
    close.last_serial = true;
    close.pairs.insert(close.pairs.end(), last.begin(), last.end());
    close.colour_ends.push_back(close.pairs.size());
}

/// Takes out the pairs with a point that has strayed.
void removeStrayed(ClosePairs& close) {
    std::size_t kept = 0, k = 0;
    for (std::size_t& end : close.colour_ends) {
        for (; k < end; ++k) {
            const ClosePair& pair = close.pairs[k];
            if (close.strayed[pair.point[0]] != 0 || close.strayed[pair.point[1]] != 0 ||
                close.strayed[pair.point[2]] != 0 || close.strayed[pair.point[3]] != 0)
                continue;
            if (kept < k) close.pairs[kept] = pair;
            ++kept;
        }
        end = kept;
    }
    close.pairs.resize(kept);
}

/// Puts pairs that were found later into their place. @param sorted number of pairs before them
void sortLater(const Features& f, std::size_t sorted, ClosePairs& close) {
    const std::size_t colours = close.colour_ends.size() - (close.last_serial ? 1 : 0);
    const std::size_t by_colour = colours > 0 ? close.colour_ends[colours - 1] : 0;
    if (close.serial || close.pairs.size() - by_colour > few_pairs) {
        sortPairs(f, close);
        return;
    }
    if (close.pairs.size() == sorted) return;
    if (!close.last_serial) close.colour_ends.push_back(0);
    close.last_serial = true;
    close.colour_ends.back() = close.pairs.size();
}

/// The box of a point while the list lasts. Two features that come nearer than the thickness have boxes that
/// meet: each is wider by half of it.
Swept boundsOf(const Features& f, const ClosePairs& close, std::size_t p) {
    const std::size_t cloth = f.points();
    const double half = p < cloth ? 0.5 * f.thickness[f.sheet[p]] : f.obstacles->radius[p - cloth];
    return sweptBall(close.at[p], close.bound[p] + half, close.velocity[p] * (close.until - close.time));
}

ExpectedMotion expectedIn(const ClosePairs& close) {
    return {{close.at.data(), close.at.size()},
            {close.velocity.data(), close.velocity.size()},
            {close.bound.data(), close.bound.size()},
            close.until - close.time};
}

}  // namespace

bool findClosePairs(const exec::Exec& exec, const Features& f, View<const Vec3d> position, std::size_t most,
                    ClosePairs& close) {
    const std::size_t cloth = f.points();
    close.at.assign(position.begin(), position.end());
    close.strayed.assign(position.size(), 0);
    close.pairs.clear();
    if (close.tree.empty()) {
        close.tree = *f.tree;
        close.flat = *f.flat;
    }
    close.point_bounds.resize(position.size());
    exec::for_each(exec, position.size(),
                   [&](std::size_t p) { close.point_bounds[p] = boundsOf(f, close, p); });
    setBounds(exec, close.point_bounds, f.corners, f.owned, 0, close.triangle_bounds, close.edge_bounds);
    close.tree.fit(close.triangle_bounds);
    // Once there are too many the rest is left out: what is found then depends on the threads, but not that
    // there are.
    std::atomic<std::size_t> count{0};
    const auto search = [&](const BoxTree& other, const std::vector<Swept>& other_bounds,
                            const FlatBlocks* flat, auto collect) {
        const auto parts = splitSearch(close.tree, other, searches, flat);
        if (close.found.size() < parts.size()) {
            close.found.resize(parts.size());
            close.meeting.resize(parts.size());
        }
        exec::for_each(
            exec, parts.size(),
            [&](std::size_t part) {
                close.found[part].clear();
                if (count > most) return;
                std::vector<ItemPair>& meeting = close.meeting[part];
                meeting.clear();
                searchBelow(close.tree, other, close.triangle_bounds, other_bounds, parts[part], flat,
                            meeting);
                Collector collector(f, position, close.time, false, close, close.found[part]);
                for (const ItemPair& pair : meeting) collect(collector, pair.a, pair.b);
                collector.finish();
                count += close.found[part].size();
            },
            1);
        if (count > most) return;
        for (std::size_t part = 0; part < parts.size(); ++part)
            close.pairs.insert(close.pairs.end(), close.found[part].begin(), close.found[part].end());
    };
    if (any(f.with_itself)) {
        close.flat.measure(exec, expectedIn(close));
        search(close.tree, close.triangle_bounds, &close.flat,
               [](Collector& collector, std::uint32_t a, std::uint32_t b) { collector.cloth(a, b); });
    }
    if (any(f.with_walls) && !f.obstacles->triangles.empty()) {
        const ObstacleShapes& shapes = *f.obstacles;
        setBounds(exec, close.point_bounds, {shapes.triangles.data(), shapes.triangles.size()},
                  {shapes.owned.data(), shapes.owned.size()}, cloth, close.obstacle_bounds,
                  close.obstacle_edge_bounds);
        if (close.obstacle_tree.empty()) close.obstacle_tree = f.obstacles->tree;
        close.obstacle_tree.fit(close.obstacle_bounds);
        search(close.obstacle_tree, close.obstacle_bounds, nullptr,
               [](Collector& collector, std::uint32_t a, std::uint32_t b) { collector.obstacle(a, b); });
    }
    close.made = count <= most;
    if (close.made) sortPairs(f, close);
    return close.made;
}

namespace {

/// Where points are, less where their velocities would have brought them.
struct Stray {
    const ClosePairs& close;
    View<const Vec3d> position;
    double passed;
    Vec3d common;

    Stray(const exec::Exec& exec, const ClosePairs& list, std::size_t cloth, View<const Vec3d> at,
          double time)
        : close(list), position(at), passed(time - list.time) {
        common = exec::sum(exec, cloth, Vec3d{}, [&](std::size_t p) { return way(p); }) /
                 static_cast<double>(std::max<std::size_t>(1, cloth));
    }
    Vec3d way(std::size_t p) const { return position[p] - close.at[p] - close.velocity[p] * passed; }
    double self(std::size_t p) const { return length(way(p) - common); }
    double wall(std::size_t p) const { return length(way(p)); }
};

bool both(bool a, bool b) { return a && b; }

}  // namespace

void mendClosePairs(const exec::Exec& exec, const Features& f, View<const Vec3d> position,
                    View<const Vec3d> velocity, View<const std::uint32_t> triangles_of,
                    View<const std::uint32_t> first_triangle_of, double time, ClosePairs& close) {
    const std::size_t cloth = f.points();
    const double passed = time - close.time;
    const Vec3d common = Stray(exec, close, cloth, position, time).common;
    std::vector<std::uint32_t>& changed = close.changed;
    changed.clear();
    close.triangle_changed.resize(f.corners.size(), 0);
    for (std::uint32_t p = 0; p < cloth; ++p) {
        if (close.strayed[p] == 0) continue;
        // It is where it would have been had it started there, and strayed as all others have in the mean.
        close.velocity[p] = velocity[p];
        close.at[p] = position[p] - common - velocity[p] * passed;
        close.point_bounds[p] = boundsOf(f, close, p);
        for (std::uint32_t k = first_triangle_of[p]; k < first_triangle_of[p + 1]; ++k) {
            const std::uint32_t t = triangles_of[k];
            if (close.triangle_changed[t] == 0) changed.push_back(t);
            close.triangle_changed[t] = 1;
        }
    }
    std::sort(changed.begin(), changed.end());
    for (const std::uint32_t t : changed)
        setBounds(f.corners[t], f.owned[t], 0, close.point_bounds, close.triangle_bounds[t],
                  &close.edge_bounds[3 * t]);
    close.tree.fit(close.triangle_bounds, changed);
    removeStrayed(close);
    const std::size_t sorted = close.pairs.size();
    // Where all points would be now without straying: by this their pairs are judged.
    close.meant.resize(position.size());
    exec::for_each(exec, position.size(),
                   [&](std::size_t p) { close.meant[p] = close.at[p] + close.velocity[p] * passed; });
    constexpr std::size_t part_size = 16;
    const std::size_t parts = (changed.size() + part_size - 1) / part_size;
    if (close.found.size() < parts) {
        close.found.resize(parts);
        close.meeting.resize(parts);
    }
    const bool itself = any(f.with_itself), walls = any(f.with_walls) && !f.obstacles->triangles.empty();
    if (itself) close.flat.measureAgain(expectedIn(close), changed);
    exec::for_each(
        exec, parts,
        [&](std::size_t part) {
            close.found[part].clear();
            Collector collector(f, {close.meant.data(), close.meant.size()}, time, true, close,
                                close.found[part]);
            std::vector<std::uint32_t> near;
            for (std::size_t k = part * part_size; k < std::min(changed.size(), (part + 1) * part_size);
                 ++k) {
                const std::uint32_t a = changed[k];
                near.clear();
                if (itself)
                    searchBox(close.tree, close.triangle_bounds, close.triangle_bounds[a], a, &close.flat,
                              near);
                for (const std::uint32_t b : near)
                    if (b != a && (close.triangle_changed[b] == 0 || a < b)) collector.cloth(a, b);
                near.clear();
                if (walls)
                    searchBox(close.obstacle_tree, close.obstacle_bounds, close.triangle_bounds[a], a,
                              nullptr, near);
                for (const std::uint32_t b : near) collector.obstacle(a, b);
            }
            collector.finish();
        },
        1);
    for (std::size_t part = 0; part < parts; ++part)
        close.pairs.insert(close.pairs.end(), close.found[part].begin(), close.found[part].end());
    for (const std::uint32_t t : changed) close.triangle_changed[t] = 0;
    std::fill(close.strayed.begin(), close.strayed.end(), std::uint8_t{0});
    sortLater(f, sorted, close);
}

bool allowStray(const exec::Exec& exec, View<const Vec3d> position, View<const Vec3d> velocity, double time,
                double h, double push, std::size_t cloth, ClosePairs& close) {
    const Stray stray(exec, close, cloth, position, time);
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
            if (std::max(wall, self) <= close.bound[p]) return true;
            close.strayed[p] = 1;
            return false;
        },
        both);
}

Within isWithin(const exec::Exec& exec, View<const Vec3d> from, View<const Vec3d> position, double time,
                double h, std::size_t cloth, ClosePairs& close) {
    const Stray stray(exec, close, cloth, position, time);
    // What pushes a point once pushes it again in the next small steps, and sometimes farther.
    constexpr double farther = 1.5;
    return exec::reduce(
        exec, position.size(), Within::Yes,
        [&](std::size_t p) {
            const double wall = stray.wall(p), self = p < cloth ? stray.self(p) : 0;
            if (wall <= std::min(close.bound[p], close.stray_wall[p]) &&
                (p >= cloth || self <= std::min(close.bound[p], close.stray_self[p])))
                return Within::Yes;
            close.extra[p] =
                std::max(close.extra[p], farther * length(position[p] - from[p] - close.velocity[p] * h));
            if (std::max(wall, self) <= close.bound[p]) return Within::NotAllowed;
            close.strayed[p] = 1;
            return Within::Strayed;
        },
        [](Within a, Within b) { return std::max(a, b); });
}

}  // namespace talus::cloth
