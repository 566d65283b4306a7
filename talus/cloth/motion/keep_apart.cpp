#include "talus/cloth/motion/keep_apart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/cloth/motion/holding.h"
#include "talus/exec/reduce.h"

namespace talus::cloth {
namespace {

/// Room of a point beside its way by its velocity, as a share of the thickness: with more, lists last longer
/// and hold more layers that never touch. Fitted to the time of a sheet that swings and folds, and of a
/// stack.
constexpr double bound_by_thickness = 0.4;
/// How far contact may push a point beside its way in a small step, as a share of the thickness.
constexpr double push_by_thickness = 0.2;
/// Where a larger share of the points has strayed, the whole list is made anew.
constexpr double most_mended = 0.1;
/// Where a list has more pairs than this a point, it and the next ones of the step are made for half of the
/// time and with half of the bound: in a stack that is pressed, lists of 100 pairs a point would fill the
/// memory.
constexpr double many_pairs = 20;
/// No smaller bound than this share.
constexpr double least_bound_share = 0.25;

View<Vec3d> viewOf(std::vector<Vec3d>& values) { return {values.data(), values.size()}; }
View<const Vec3d> constViewOf(const std::vector<Vec3d>& values) { return {values.data(), values.size()}; }

}  // namespace

KeepApart::KeepApart(const Setup& setup, const ClothState& cloth, const Surroundings& around, int small_steps,
                     MotionScratch& scratch)
    : setup_(setup), cloth_(cloth), around_(around), scratch_(scratch) {
    if (!setup.anyContact()) return;
    scratch.close.made = false;
    scratch.close.extra.assign(cloth.points() + setup.obstacles.points.size(), 0);
    most_ahead_ = small_steps;
    steps_ahead_ = std::max(1, most_ahead_ / 3);
    features_.corners = cloth.corners;
    features_.owned = cloth.owned;
    if (setup.anyTears()) features_.torn = cloth.torn;
    features_.rest = cloth.rest;
    features_.sheet = cloth.sheet;
    features_.copy = cloth.copy;
    features_.obstacles = &setup.obstacles;
    features_.tree = &setup.tree;
    features_.flat = &setup.flat;
    for (std::size_t w = 0; w < setup.walls->bodies().size(); ++w)
        features_.gives_way.push_back(setup.walls->isFreeBody(w) ? 1 : 0);
    for (const Sheet& sheet : setup.sheets) {
        features_.thickness.push_back(thicknessOf(sheet));
        most_push_ = std::max(most_push_, push_by_thickness * thicknessOf(sheet));
        features_.friction.push_back(sheet.friction);
        features_.with_itself.push_back(sheet.self_contact ? 1 : 0);
        features_.with_walls.push_back(sheet.contact ? 1 : 0);
        const double spacing = spacingOf(sheet);
        if (features_.finest == 0 || spacing < features_.finest) features_.finest = spacing;
    }
}

bool KeepApart::keep(const exec::Exec& exec, const environment::WallsAt& from, const environment::WallsAt& to,
                     double time, double h, Infeasible infeasible, std::uint64_t& unresolved_contacts) {
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
    scratch_.velocity.resize(all);
    scratch_.moved.resize(all);
    exec::for_each(exec, all, [&](std::size_t p) {
        scratch_.velocity[p] =
            p < cloth && cloth_.mobility[p] > 0 ? scratch_.old_velocity[p] + setup_.gravity * h : wish[p] / h;
    });
    around_.placeHalfSpaces(from, to, scratch_.contacts.half_spaces);
    BodyPaths& bodies = scratch_.bodies;
    beginBodies(from, to, bodies);
    const Paths paths{
        constViewOf(origin), viewOf(move), {scratch_.mobility.data(), scratch_.mobility.size()}, &bodies};
    ClosePairs& close = scratch_.close;
    if (close.made && time + h > close.until * (1 + 1e-12)) {
        // It lasted, so the next one may last longer.
        close.made = false;
        steps_ahead_ = std::min(2 * steps_ahead_, most_ahead_);
    }
    // Lists and their bound follow from velocities. What the solver wishes can be much more: a light point
    // under load is pressed far into a wall in each small step, and contact puts it back.
    // Points that strayed get pairs of their own, with more bound; at last there is a list that allows no
    // more than what contact made of the wishes.
    constexpr int last = 8;
    for (int attempt = 0; attempt <= last; ++attempt) {
        const bool exactly = attempt == last;
        if (exactly) {
            findPairs(exec, For::Exactly, time, h);
            close.stray_self = close.stray_wall = close.bound;
        } else {
            if (!close.made) findPairs(exec, For::Velocities, time, h);
            const auto allowed = [&] {
                return allowStray(exec, constViewOf(origin), constViewOf(scratch_.velocity), time, h,
                                  most_push_, cloth, close);
            };
            if (!allowed()) {
                mend(exec, constViewOf(scratch_.velocity), time, h);
                if (!allowed()) {
                    close.made = false;
                    continue;
                }
            }
        }
        std::copy(wish.begin(), wish.end(), move.begin());
        bodies.restart();
        if (!findTouches(exec, features_, close, paths, time + h, h, infeasible, scratch_.contacts))
            return false;
        respond(exec, features_, close, paths, scratch_.contacts);
        for (BodyPaths::Body& body : bodies.bodies())
            if (body.free()) bodies.place(body, paths.from, paths.move);
        if (exactly) limitToBounds(exec, paths, h);
        if (!limitDisplacements(exec, features_, close, paths, scratch_.contacts, infeasible, exactly,
                                unresolved_contacts))
            return false;
        if (exactly && infeasible == Infeasible::Fail)
            for (const BodyPaths::Body& body : bodies.bodies())
                if (body.free() && !isWithinBounds(body, h)) return false;
        exec::for_each(exec, all, [&](std::size_t p) {
            scratch_.moved[p] = move[p];
            move[p] += origin[p];
        });
        if (exactly) {
            // Displacements are within their bound, which is used up.
            close.made = false;
            break;
        }
        // What was left out as too far away must have stayed so.
        const Within within =
            isWithin(exec, constViewOf(origin), constViewOf(move), time + h, h, cloth, close);
        if (within == Within::Yes) break;
        if (within == Within::NotAllowed) continue;
        // They are expected to go on as contact made them go.
        exec::for_each(exec, cloth, [&](std::size_t p) {
            scratch_.velocity[p] = close.strayed[p] != 0 ? scratch_.moved[p] / h : scratch_.velocity[p];
        });
        mend(exec, constViewOf(scratch_.velocity), time, h);
    }
    exec::for_each(exec, cloth, [&](std::size_t p) { cloth_.position[p] = move[p]; });
    return true;
}

void KeepApart::beginBodies(const environment::WallsAt& from, const environment::WallsAt& to,
                            BodyPaths& bodies) const {
    bodies.begin(*setup_.walls, setup_.obstacles, cloth_.points(), from, to);
    if (!bodies.any()) return;
    for (std::size_t row = 0; row < cloth_.held_point.size(); ++row) {
        const std::size_t wall = setup_.holder[cloth_.held_entry[row]];
        const std::uint32_t p = cloth_.held_point[row];
        if (wall != Setup::no_holder && setup_.walls->bodies()[wall].follows && !(cloth_.mobility[p] > 0))
            bodies.holds(p, wall, cloth_.anchor[row]);
    }
}

bool KeepApart::isWithinBounds(const BodyPaths::Body& body, double h) const {
    const ClosePairs& close = scratch_.close;
    for (std::uint32_t p = body.first; p < body.end; ++p)
        if (length(scratch_.move[p] - close.velocity[p] * h) > close.bound[p]) return false;
    return true;
}

void KeepApart::limitToBounds(const exec::Exec& exec, const Paths& paths, double h) {
    const ClosePairs& close = scratch_.close;
    for (BodyPaths::Body& body : scratch_.bodies.bodies()) {
        if (!body.free()) continue;
        for (int k = 0; k <= 60 && !isWithinBounds(body, h); ++k) {
            BodyPaths::shorten(body, k < 60 ? 0.9 : 0);
            scratch_.bodies.place(body, paths.from, paths.move);
        }
    }
    exec::for_each(exec, cloth_.points(), [&](std::size_t p) {
        // Towards no displacement, which is within the bound.
        const Vec3d middle = close.velocity[p] * h;
        Vec3d& move = paths.move[p];
        for (int k = 0; k < 60 && length(move - middle) > close.bound[p]; ++k) move *= 0.9;
        if (length(move - middle) > close.bound[p]) move = {};
    });
}

void KeepApart::mend(const exec::Exec& exec, View<const Vec3d> velocity, double time, double h) {
    ClosePairs& close = scratch_.close;
    const std::size_t cloth = cloth_.points();
    std::size_t count = 0;
    bool obstacle = false;
    const double bound = bound_share_ * most_push_ * (bound_by_thickness / push_by_thickness);
    for (std::size_t p = 0; p < close.strayed.size(); ++p) {
        if (close.strayed[p] == 0) continue;
        ++count;
        obstacle |= p >= cloth;
        close.bound[p] = bound;
    }
    if (obstacle || static_cast<double>(count) > most_mended * static_cast<double>(cloth)) {
        // The next lists need not last longer than this one did.
        steps_ahead_ = std::max(1, std::min(steps_ahead_, static_cast<int>((time - close.time) / h + 0.5)));
        findPairs(exec, For::Velocities, time, h);
        return;
    }
    mendClosePairs(exec, features_, constViewOf(scratch_.from), velocity,
                   {scratch_.triangles_of.data(), scratch_.triangles_of.size()},
                   {scratch_.first_triangle_of.data(), scratch_.first_triangle_of.size()}, time, close);
}

void KeepApart::findPairs(const exec::Exec& exec, For what, double time, double h) {
    const std::size_t cloth = cloth_.points(), all = scratch_.from.size();
    ClosePairs& close = scratch_.close;
    close.time = time;
    close.velocity.resize(all);
    close.extra.resize(all);
    close.bound.resize(all);
    // Only what happened in this step counts, so that a resumed run makes the same lists.
    for (;;) {
        const double bound = bound_share_ * most_push_ * (bound_by_thickness / push_by_thickness);
        close.until = time + h * (what == For::Velocities ? steps_ahead_ : 1);
        exec::for_each(exec, all, [&](std::size_t p) {
            if (what == For::Velocities) {
                close.velocity[p] = scratch_.velocity[p];
                close.bound[p] = bound;
            } else {
                // The ball around half of the way holds all of it.
                close.velocity[p] = scratch_.moved[p] * (0.5 / h);
                close.bound[p] = 0.5 * length(scratch_.moved[p]) * (1 + 1e-6) + 1e-9 * features_.finest;
            }
        });
        const bool least = what == For::Exactly || (steps_ahead_ == 1 && bound_share_ <= least_bound_share);
        const std::size_t most = least ? std::numeric_limits<std::size_t>::max()
                                       : static_cast<std::size_t>(many_pairs * static_cast<double>(cloth));
        if (findClosePairs(exec, features_, constViewOf(scratch_.from), most, close)) return;
        steps_ahead_ = std::max(1, steps_ahead_ / 2);
        bound_share_ = std::max(least_bound_share, 0.5 * bound_share_);
    }
}

void KeepApart::addLoads(const environment::WallsAt& walls, double h) {
    if (!features_.any()) return;
    const ClosePairs& close = scratch_.close;
    const Contacts& contacts = scratch_.contacts;
    const std::size_t cloth = cloth_.points();
    // One after another, so that sums do not depend on the number of threads.
    for (const std::uint32_t k : contacts.active) {
        if (contacts.touches[k].pushed == 0) continue;
        const ClosePair& pair = close.pairs[contacts.near[k]];
        for (std::uint32_t i = 0; i < 4; ++i)
            if (const std::uint32_t p = pair.point[i]; p < cloth && !(cloth_.mobility[p] > 0))
                cloth_.reaction[p] += contacts.touches[k].push * contacts.touches[k].weight[i];
    }
    for (const BodyPaths::Body& body : scratch_.bodies.bodies())
        if (body.free() && !(body.push == Vec3d{} && body.twist == Vec3d{}))
            addLoad(setup_, cloth_, walls, body.wall, walls.pose(body.wall).shift, body.push / h,
                    body.twist / h);
    for (const std::uint32_t k : contacts.active) {
        const ClosePair& pair = close.pairs[contacts.near[k]];
        const Touch& touch = contacts.touches[k];
        if (pair.wall == ObstacleShapes::no_wall || touch.pushed == 0 || setup_.walls->isFreeBody(pair.wall))
            continue;
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
