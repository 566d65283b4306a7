#include "talus/cloth/motion/keep_apart.h"

#include <algorithm>
#include <cmath>

#include "talus/cloth/motion/holding.h"
#include "talus/exec/reduce.h"

namespace talus::cloth {
namespace {

/// A list should last until something has moved by this share of the finest spacing relative to the rest:
/// wider lists hold many neighbours that never touch.
constexpr double longest_reach = 0.4, shortest_reach = 0.05;
/// Where lists have more pairs than this a point, the next ones are made for a shorter way; with fewer than
/// half of it for a longer one.
constexpr double many_pairs = 12;
/// Room beyond the way that velocities tell, for what they do not.
constexpr double spare = 1.25;
constexpr double slack_by_thickness = 0.25;

View<Vec3d> viewOf(std::vector<Vec3d>& values) { return {values.data(), values.size()}; }
View<const Vec3d> constViewOf(const std::vector<Vec3d>& values) { return {values.data(), values.size()}; }

}  // namespace

KeepApart::KeepApart(const Setup& setup, const ClothState& cloth, const Surroundings& around,
                     MotionScratch& scratch)
    : setup_(setup), cloth_(cloth), around_(around), scratch_(scratch) {
    if (!setup.anyContact()) return;
    scratch.close.made = false;
    scratch.close.reach = longest_reach;
    features_.corners = cloth.corners;
    features_.owned = cloth.owned;
    features_.rest = cloth.rest;
    features_.sheet = cloth.sheet;
    features_.copy = cloth.copy;
    features_.obstacles = &setup.obstacles;
    features_.tree = &setup.tree;
    for (const Sheet& sheet : setup.sheets) {
        features_.thickness.push_back(thicknessOf(sheet));
        push_room_ = std::max(push_room_, slack_by_thickness * thicknessOf(sheet));
        features_.friction.push_back(sheet.friction);
        features_.with_itself.push_back(sheet.self_contact ? 1 : 0);
        features_.with_walls.push_back(sheet.contact ? 1 : 0);
        const double spacing = spacingOf(sheet);
        if (features_.finest == 0 || spacing < features_.finest) features_.finest = spacing;
    }
}

bool KeepApart::keep(const exec::Exec& exec, const environment::WallsAt& from, const environment::WallsAt& to,
                     double h) {
    if (!features_.any()) return true;
    const std::size_t cloth = cloth_.points(), all = cloth + setup_.obstacles.points.size();
    std::vector<Vec3d>&origin = scratch_.from, &move = scratch_.move, &wish = scratch_.wish;
    origin.resize(all);
    move.resize(all);
    wish.resize(all);
    scratch_.mobility.resize(all);
    exec::for_each(exec, cloth, [&](std::size_t p) {
        origin[p] = cloth_.start[p];
        wish[p] = cloth_.position[p] - cloth_.start[p];
        scratch_.mobility[p] = cloth_.mobility[p];
    });
    around_.placeObstacles(exec, from, origin.data() + cloth);
    around_.placeObstacles(exec, to, wish.data() + cloth);
    exec::for_each(exec, all - cloth, [&](std::size_t p) {
        wish[cloth + p] -= origin[cloth + p];
        scratch_.mobility[cloth + p] = 0;
    });
    around_.placeHalfSpaces(from, to, scratch_.contacts.half_spaces);
    const Paths paths{
        constViewOf(origin), viewOf(move), {scratch_.mobility.data(), scratch_.mobility.size()}};
    const auto middleOf = [&](auto at) {
        return exec::sum(exec, cloth, Vec3d{}, [&](std::size_t p) { return at(p); }) /
               static_cast<double>(cloth);
    };
    ClosePairs& close = scratch_.close;
    const auto movedTo = [&](const std::vector<Vec3d>& at) {
        return movedSince(exec, close, constViewOf(at), middleOf([&](std::size_t p) { return at[p]; }));
    };
    // Lists and their room follow from velocities. What the solver wishes can be much more: a light point
    // under load is pressed far into a wall in each small step, and contact puts it back.
    // First the list as it is, then a new one, then one for the wishes, and at last one that allows them
    // exactly.
    for (int attempt = close.made ? 0 : 1; attempt < 4; ++attempt) {
        const Ways ways = attempt < 2 ? waysBy(exec, h) : waysWished(exec);
        Moved limit{spare * ways.longest.among + push_room_, spare * ways.longest.towards + push_room_};
        if (attempt == 0) {
            const Moved moved = movedTo(origin);
            limit = {limit.among + moved.among, limit.towards + moved.towards};
        } else {
            findPairs(exec, ways, attempt == 3);
            close.middle = middleOf([&](std::size_t p) { return origin[p]; });
        }
        std::copy(wish.begin(), wish.end(), move.begin());
        const bool exactly = attempt == 3;
        if (exactly) limit.among = limit.towards;
        if (!findTouches(exec, features_, close, paths, limit, h, scratch_.contacts)) return false;
        respond(exec, features_, close, paths, scratch_.contacts);
        if (exactly)
            exec::for_each(exec, cloth, [&](std::size_t p) {
                const double way = length(move[p]), room = close.room_wall[p] * (1 - 1e-9);
                if (way > room) move[p] *= room / way;
            });
        if (!bound(exec, features_, close, paths, scratch_.contacts)) return false;
        exec::for_each(exec, all, [&](std::size_t p) { move[p] += origin[p]; });
        if (exactly) {
            // Displacements are within their room, which is used up.
            close.made = false;
            break;
        }
        // What was left out as too far away must have stayed so.
        if (movedTo(move).within(limit)) break;
    }
    exec::for_each(exec, cloth, [&](std::size_t p) { cloth_.position[p] = move[p]; });
    return true;
}

KeepApart::Ways KeepApart::waysBy(const exec::Exec& exec, double h) {
    const std::size_t cloth = cloth_.points();
    scratch_.way.resize(scratch_.wish.size());
    exec::for_each(exec, scratch_.way.size(), [&](std::size_t p) {
        scratch_.way[p] =
            p < cloth && cloth_.mobility[p] > 0 ? scratch_.old_velocity[p] * h : scratch_.wish[p];
    });
    return waysOf(exec, scratch_.way);
}

KeepApart::Ways KeepApart::waysWished(const exec::Exec& exec) { return waysOf(exec, scratch_.wish); }

KeepApart::Ways KeepApart::waysOf(const exec::Exec& exec, const std::vector<Vec3d>& way) const {
    const std::size_t cloth = cloth_.points();
    Ways ways{&way, {}, {}};
    ways.common =
        exec::sum(exec, cloth, Vec3d{}, [&](std::size_t p) { return way[p]; }) / static_cast<double>(cloth);
    const Moved squares = exec::reduce(
        exec, way.size(), Moved{},
        [&](std::size_t p) {
            return Moved{p < cloth ? squaredLength(way[p] - ways.common) : 0, squaredLength(way[p])};
        },
        [](const Moved& a, const Moved& b) {
            return Moved{std::max(a.among, b.among), std::max(a.towards, b.towards)};
        });
    ways.longest = {std::sqrt(squares.among), std::sqrt(squares.towards)};
    return ways;
}

void KeepApart::findPairs(const exec::Exec& exec, const Ways& ways, bool exactly) {
    const std::size_t cloth = cloth_.points(), all = scratch_.from.size();
    const std::vector<Vec3d>& way = *ways.way;
    ClosePairs& close = scratch_.close;
    // Small steps for which the list should last.
    double steps = 1;
    if (!exactly) {
        const double most = setup_.solver.method == Method::Implicit ? setup_.solver.substeps : 1;
        steps = std::clamp(std::floor(close.reach * features_.finest / std::max(ways.longest.among, 1e-300)),
                           1.0, most);
    }
    close.room_self.resize(cloth);
    close.room_wall.resize(all);
    exec::for_each(exec, all, [&](std::size_t p) {
        const double slack = p < cloth ? slack_by_thickness * features_.thickness[features_.sheet[p]]
                                       : 1e-9 * features_.finest;
        if (exactly && p < cloth) {
            close.room_wall[p] = close.room_self[p] = length(way[p]) + slack;
            return;
        }
        close.room_wall[p] = spare * steps * length(way[p]) + slack;
        if (p < cloth) close.room_self[p] = spare * steps * length(way[p] - ways.common) + slack;
    });
    findClosePairs(exec, features_, constViewOf(scratch_.from), close);
    // Only what happened in this step counts, so that a resumed run makes the same lists.
    const double pairs = static_cast<double>(close.pairs.size()) / static_cast<double>(cloth);
    if (pairs > many_pairs) close.reach = std::max(shortest_reach, 0.5 * close.reach);
    if (pairs < 0.5 * many_pairs) close.reach = std::min(longest_reach, 2 * close.reach);
}

void KeepApart::addLoads(const environment::WallsAt& walls, double h) {
    if (!features_.any()) return;
    const ClosePairs& close = scratch_.close;
    const Contacts& contacts = scratch_.contacts;
    const std::size_t cloth = cloth_.points();
    // One after another, so that sums do not depend on the number of threads.
    for (std::size_t k = 0; k < contacts.near.size(); ++k) {
        const ClosePair& pair = close.pairs[contacts.near[k]];
        const Touch& touch = contacts.touches[k];
        if (pair.wall == ObstacleShapes::no_wall || touch.pushed == 0) continue;
        const bool cloth_first = pair.point[0] < cloth;
        Vec3d at;
        for (std::uint32_t i = 0; i < 4; ++i)
            if ((i < pair.first) == cloth_first)
                at += cloth_.position[pair.point[i]] * std::abs(touch.weight[i]);
        addLoad(setup_, cloth_, walls, pair.wall, at, touch.push * ((cloth_first ? -1 : 1) / h));
    }
    for (std::size_t s = 0; s < contacts.half_spaces.size(); ++s)
        for (std::size_t p = 0; p < cloth; ++p) {
            const Support& support = contacts.supports[s * cloth + p];
            if (support.pushed > 0)
                addLoad(setup_, cloth_, walls, contacts.half_spaces[s].wall, cloth_.position[p],
                        support.push * (-1 / h));
        }
}

}  // namespace talus::cloth
