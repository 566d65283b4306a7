#include "talus/grains/search/find_contacts.h"
#include "talus/grains/search/moved_ahead.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/environment/wall_state.h"
#include "talus/exec/reduce.h"
#include "talus/grains/clumps/list_clumps.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/allowance.h"
#include "talus/grains/search/sink.h"
#include "talus/grains/search/wall_list.h"

namespace talus::grains {
namespace {

std::optional<step::Trouble> tooFastGrains(const exec::Exec& exec, const state::Table& grains, double dt) {
    const auto velocity = grains.read(fields::velocity);
    const auto radius = grains.read(fields::radius);
    const auto isTooFast = [&](std::size_t i) {
        const double farthest = 0.5 * radius[i] / dt;
        return !(squaredLength(velocity[i]) <= farthest * farthest);
    };
    const std::size_t count = exec::sum(exec, grains.size(), std::size_t{0},
                                        [&](std::size_t i) { return std::size_t{isTooFast(i)}; });
    if (count == 0) return std::nullopt;
    step::Trouble trouble;
    double fastest = 0;
    constexpr std::size_t max_reported = 20;
    for (std::size_t i = 0; i < grains.size() && trouble.ids.size() < max_reported; ++i)
        if (isTooFast(i)) {
            trouble.ids.push_back(grains.read(fields::id)[i]);
            trouble.positions.push_back(grains.read(fields::position)[i]);
            fastest = std::max(fastest, length(velocity[i]));
        }
    trouble.what =
        fmt::format("{} grain{} moved more than half a radius in one step (first: grain {}, {:.3g} m/s)",
                    count, count == 1 ? "" : "s", trouble.ids.front(), fastest);
    trouble.advice =
        "set a shorter time.dt; if the speed is not intended, the contacts are too stiff for the time step "
        "(lower contact.stiffness), or grains overlapped at the start";
    return trouble;
}

bool anyHasLeft(const step::Step& step) {
    // MoveAhead has checked it.
    if (isMovedAhead(step)) return false;
    const HasLeft has_left{step.read(grains_table, fields::drift),
                           step.read(grains_table, fields::allowance)};
    return exec::reduce(step.exec, step.rows(grains_table), std::uint32_t{0}, has_left,
                        [](std::uint32_t a, std::uint32_t b) { return a | b; }) != 0;
}

/// Largest displacement of a point of walls that deform since contacts were listed [m].
double pointDrift(const step::Step& step, const environment::PointsNow& now) {
    const auto listed = step.read(listed_points_table, fields::listed_position);
    double largest = 0;
    for (std::size_t p = 0; p < listed.size(); ++p)
        largest = std::max(largest, squaredLength(now.position[p] - listed[p]));
    return std::sqrt(largest);
}

/// Largest displacement of a rigid wall since its contacts were listed [m].
double wallDrift(const environment::Walls& walls, const environment::WallsAt& now,
                 state::View<const double> listed, const environment::WallState& listed_poses) {
    double largest = 0;
    for (std::size_t w = 0; w < walls.bodies().size(); ++w) {
        if (!walls.moves(w) || walls.bodies()[w].deforms) continue;
        const environment::Pose then =
            walls.bodies()[w].follows ? listed_poses.at(w) : poseOf(walls.bodies()[w].motions, listed[w]);
        largest = std::max(largest, walls.drift(w, then, now.pose(w)));
    }
    return largest;
}

/// The poses that walls had when their contacts were listed.
environment::WallState listedPoses(const step::Step& step) {
    using namespace fields;
    return {step.read(environment::walls_table, wall_listed_shift),
            step.read(environment::walls_table, wall_listed_axis_x),
            step.read(environment::walls_table, wall_listed_axis_y),
            step.read(environment::walls_table, environment::fields::wall_velocity),
            step.read(environment::walls_table, environment::fields::wall_spin)};
}

/// Whether a check is due in this step, and a new list would have much shorter allowances.
bool mayShortenAllowances(const step::Step& step, const ContactSearch& search) {
    if (!allowance::isShorteningDue(step.index())) return false;
    const auto grains_end = step.read(blocks_table, fields::grains_end);
    const std::size_t moving = grains_end.empty() ? 0 : grains_end[grains_end.size() - 1];
    return canShortenAllowances(step.exec, search, step.read(grains_table, fields::velocity).sub(0, moving),
                                step.read(grains_table, fields::allowance).sub(0, moving), step.dt);
}

}  // namespace

step::Access FindContacts::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &position},
                                  {grains_table, &velocity},
                                  {grains_table, &radius},
                                  {grains_table, &drift},
                                  {grains_table, &fields::allowance},
                                  {search_table, &listed},
                                  {search_table, &search_due},
                                  {search_table, &moved_ahead},
                                  {environment::walls_table, &wall_listed},
                                  {environment::walls_table, &wall_listed_shift},
                                  {environment::walls_table, &wall_listed_axis_x},
                                  {environment::walls_table, &wall_listed_axis_y},
                                  {blocks_table, &grains_end},
                                  {sinks_table, &taken},
                                  {sinks_table, &taken_mass}},
                        .writes = {{search_table, &listed},
                                   {search_table, &search_due},
                                   {environment::walls_table, &wall_listed},
                                   {environment::walls_table, &wall_listed_shift},
                                   {environment::walls_table, &wall_listed_axis_x},
                                   {environment::walls_table, &wall_listed_axis_y}},
                        .resizes = {grains_table, blocks_table, halo_table, contacts_table,
                                    wall_contacts_table, sinks_table, absorbed_table}};
    for (const step::FieldRef& field : environment::wallStateFields(*walls)) access.reads.push_back(field);
    if (walls->points() != nullptr) {
        access.reads.push_back({listed_points_table, &listed_position});
        access.writes.push_back({listed_points_table, &listed_position});
    }
    if (!shapes.empty()) access.resizes.insert(access.resizes.end(), {clumps_table, clump_spheres_table});
    return access;
}

void FindContacts::run(step::Step& step) {
    const double time = step.time() + ahead * step.dt;
    const environment::WallState now = environment::wallState(step, *walls);
    const environment::WallsAt at(*walls, time, now);
    double wall_drift = wallDrift(*walls, at, step.read(environment::walls_table, fields::wall_listed),
                                  walls->anyFollows() ? listedPoses(step) : environment::WallState{});
    if (walls->points() != nullptr) wall_drift = std::max(wall_drift, pointDrift(step, now.points));
    const bool known = step.read(search_table, fields::listed)[0] == step.rows(grains_table) &&
                       step.read(search_table, fields::search_due)[0] == 0;
    const bool holds = known && wall_drift <= largest_wall_drift * search.skin && !anyHasLeft(step);
    if (holds && !mayShortenAllowances(step, search)) return;

    ContactTables tables{step.resizable(grains_table), step.resizable(blocks_table),
                         step.resizable(halo_table), step.resizable(contacts_table),
                         step.resizable(wall_contacts_table)};
    if (step.dt > 0) {
        if (auto trouble = tooFastGrains(step.exec, tables.grains, step.dt))
            return step.report.fail(std::move(*trouble));
    }
    const std::uint64_t sunk = sunkSoFar(step.read(sinks_table, fields::taken));
    const auto leaving = grainsTaken(step.exec, sinks, tables.grains, step.resizable(sinks_table),
                                     step.has(absorbed_table) ? &step.resizable(absorbed_table) : nullptr,
                                     shapes.empty() ? nullptr : &step.resizable(clumps_table));
    if (auto trouble = rebuildContactList(step.exec, search, at, tables, step.dt, leaving))
        return step.report.fail(std::move(*trouble));
    if (!shapes.empty())
        listClumps(step.exec, shapes, search.domain,
                   {tables.grains, step.resizable(clumps_table), step.resizable(clump_spheres_table)});
    // A removed grain may have supported others.
    if (sunkSoFar(step.read(sinks_table, fields::taken)) > sunk && tables.grains.has(fields::still))
        for (float& still : tables.grains.write(fields::still)) still = 0;
    step.write(search_table, fields::listed)[0] = tables.grains.size();
    step.write(search_table, fields::search_due)[0] = 0;
    for (double& listed : step.write(environment::walls_table, fields::wall_listed)) listed = time;
    if (walls->points() != nullptr) {
        const auto listed = step.write(listed_points_table, fields::listed_position);
        std::copy_n(now.points.position.begin(), listed.size(), listed.begin());
    }
    if (!walls->anyFollows()) return;
    const auto shift = step.write(environment::walls_table, fields::wall_listed_shift);
    const auto axis_x = step.write(environment::walls_table, fields::wall_listed_axis_x);
    const auto axis_y = step.write(environment::walls_table, fields::wall_listed_axis_y);
    for (std::size_t w = 0; w < shift.size(); ++w) {
        shift[w] = at.pose(w).shift;
        axis_x[w] = at.pose(w).rotation.x;
        axis_y[w] = at.pose(w).rotation.y;
    }
}

}  // namespace talus::grains
