#include "talus/grains/find_contacts.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/grains/followed_poses.h"
#include "talus/grains/leeway.h"
#include "talus/grains/sink.h"
#include "talus/grains/wall_list.h"

namespace talus::grains {
namespace {

std::optional<step::Trouble> runaways(const exec::Exec& exec, const state::Table& grains, double dt) {
    const auto velocity = grains.read(fields::velocity);
    const auto radius = grains.read(fields::radius);
    const auto runsAway = [&](std::size_t i) {
        const double farthest = 0.5 * radius[i] / dt;
        return !(squaredLength(velocity[i]) <= farthest * farthest);
    };
    const std::size_t count = exec::sum(exec, grains.size(), std::size_t{0},
                                        [&](std::size_t i) { return std::size_t{runsAway(i)}; });
    if (count == 0) return std::nullopt;
    step::Trouble trouble;
    double fastest = 0;
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < grains.size() && trouble.ids.size() < most; ++i)
        if (runsAway(i)) {
            trouble.ids.push_back(grains.read(fields::id)[i]);
            trouble.positions.push_back(grains.read(fields::position)[i]);
            fastest = std::max(fastest, length(velocity[i]));
        }
    trouble.what =
        fmt::format("{} grain{} moved more than half a radius in one step (first: grain {}, {:.3g} m/s)",
                    count, count == 1 ? "" : "s", trouble.ids.front(), fastest);
    trouble.advice =
        "set a shorter time.dt; if the speed is not meant, the contacts are too stiff for the step "
        "(lower contact.stiffness) or grains started inside of each other";
    return trouble;
}

bool anyHasLeft(const step::Step& step) {
    const HasLeft has_left{step.read(grains_table, fields::drift), step.read(grains_table, fields::leeway)};
    return exec::reduce(step.exec, step.rows(grains_table), std::uint32_t{0}, has_left,
                        [](std::uint32_t a, std::uint32_t b) { return a | b; }) != 0;
}

/// How far the walls have moved since their contacts were listed [m].
double wallDrift(const Walls& walls, const WallsAt& now, state::View<const double> listed,
                 const FollowedPoses& listed_poses) {
    double most = 0;
    for (std::size_t w = 0; w < walls.bodies().size(); ++w) {
        if (!walls.moves(w)) continue;
        const Pose then =
            walls.bodies()[w].follows ? listed_poses.at(w) : poseOf(walls.bodies()[w].motions, listed[w]);
        most = std::max(most, walls.drift(w, then, now.pose(w)));
    }
    return most;
}

/// The poses that walls had when their contacts were listed.
FollowedPoses listedPoses(const step::Step& step) {
    using namespace fields;
    return {step.read(walls_table, wall_listed_shift), step.read(walls_table, wall_listed_turn_x),
            step.read(walls_table, wall_listed_turn_y), step.read(walls_table, wall_velocity),
            step.read(walls_table, wall_spin)};
}

/// Whether it is time to ask, and a new list would have much shorter leeways than the one that holds.
bool mayBeShorter(const step::Step& step, const ContactSearch& search) {
    if (!leeway::isTimeToLook(step.index())) return false;
    const auto grains_end = step.read(blocks_table, fields::grains_end);
    const std::size_t moving = grains_end.empty() ? 0 : grains_end[grains_end.size() - 1];
    return restsSince(step.exec, search, step.read(grains_table, fields::velocity).sub(0, moving),
                      step.read(grains_table, fields::leeway).sub(0, moving), step.dt);
}

}  // namespace

step::Access FindContacts::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &position},
                                  {grains_table, &velocity},
                                  {grains_table, &radius},
                                  {grains_table, &drift},
                                  {grains_table, &fields::leeway},
                                  {walls_table, &wall_listed},
                                  {walls_table, &wall_listed_shift},
                                  {walls_table, &wall_listed_turn_x},
                                  {walls_table, &wall_listed_turn_y},
                                  {blocks_table, &grains_end},
                                  {sinks_table, &taken},
                                  {sinks_table, &taken_mass}},
                        .writes = {{walls_table, &wall_listed},
                                   {walls_table, &wall_listed_shift},
                                   {walls_table, &wall_listed_turn_x},
                                   {walls_table, &wall_listed_turn_y}},
                        .resizes = {grains_table, blocks_table, halo_table, contacts_table,
                                    wall_contacts_table, sinks_table}};
    const auto poses = followedPoseFields();
    access.reads.insert(access.reads.end(), poses.begin(), poses.end());
    return access;
}

void FindContacts::run(step::Step& step) {
    const double time = step.time() + ahead * step.dt;
    const WallsAt at(*walls, time, followedPoses(step, *walls));
    const double wall_drift = wallDrift(*walls, at, step.read(walls_table, fields::wall_listed),
                                        walls->anyFollows() ? listedPoses(step) : FollowedPoses{});
    const bool holds = wall_drift <= largest_wall_drift * search.skin &&
                       !(moved != nullptr && moved->in(step) ? moved->any_left.load() : anyHasLeft(step));
    if (holds && !mayBeShorter(step, search)) return;

    ContactTables tables{step.resizable(grains_table), step.resizable(blocks_table),
                         step.resizable(halo_table), step.resizable(contacts_table),
                         step.resizable(wall_contacts_table)};
    if (step.dt > 0) {
        if (auto trouble = runaways(step.exec, tables.grains, step.dt))
            return step.report.fail(std::move(*trouble));
    }
    const std::uint64_t sunk = takenBy(sinks.size(), step.read(sinks_table, fields::taken));
    const auto leaving = grainsTaken(step.exec, sinks, tables.grains, step.resizable(sinks_table));
    if (auto trouble = rebuildContactList(step.exec, search, at, tables, step.dt, leaving))
        return step.report.fail(std::move(*trouble));
    // A support may have gone with them.
    if (takenBy(sinks.size(), step.read(sinks_table, fields::taken)) > sunk &&
        tables.grains.has(fields::still))
        for (float& still : tables.grains.write(fields::still)) still = 0;
    for (double& listed : step.write(walls_table, fields::wall_listed)) listed = time;
    if (!walls->anyFollows()) return;
    const auto shift = step.write(walls_table, fields::wall_listed_shift);
    const auto turn_x = step.write(walls_table, fields::wall_listed_turn_x);
    const auto turn_y = step.write(walls_table, fields::wall_listed_turn_y);
    for (std::size_t w = 0; w < shift.size(); ++w) {
        shift[w] = at.pose(w).shift;
        turn_x[w] = at.pose(w).turn.x;
        turn_y[w] = at.pose(w).turn.y;
    }
}

}  // namespace talus::grains
