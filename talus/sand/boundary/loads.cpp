#include "talus/sand/boundary/loads.h"

#include <algorithm>

#include "talus/environment/wall_impulses.h"
#include "talus/sand/fields.h"

namespace talus::sand {

using environment::wall_impulses_table;

std::vector<step::FieldRef> loadFields(const Boundaries& boundaries) {
    std::vector<step::FieldRef> refs{{load_table, &fields::impulse},
                                     {load_table, &fields::angular_impulse},
                                     {load_table, &fields::load_time},
                                     {ground_load_table, &fields::impulse},
                                     {ground_load_table, &fields::angular_impulse},
                                     {ground_load_table, &fields::load_time}};
    if (boundaries.walls->anyFreeBody())
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &environment::fields::wall_spread_impulse, &environment::fields::wall_spread_angular_impulse,
                 &environment::fields::wall_spread_time})
            refs.push_back({wall_impulses_table, field});
    return refs;
}

void addImpulses(step::Step& step, const Boundaries& boundaries, const environment::Loads& given) {
    const auto impulse = step.write(load_table, fields::impulse);
    const auto angular = step.write(load_table, fields::angular_impulse);
    const bool pushes = boundaries.walls->anyFreeBody();
    const auto pushed = pushes ? step.write(wall_impulses_table, environment::fields::wall_spread_impulse)
                               : state::View<Vec3d>{};
    const auto twisted =
        pushes ? step.write(wall_impulses_table, environment::fields::wall_spread_angular_impulse)
               : state::View<Vec3d>{};
    for (std::size_t w = 0; w < boundaries.count(); ++w) {
        impulse[w] += given.walls[w].impulse;
        angular[w] += given.walls[w].angular_impulse;
        if (!boundaries.walls->isFreeBody(w)) continue;
        pushed[w] += given.walls[w].impulse;
        // The reference point of a free body is the origin of its frame.
        twisted[w] += given.walls[w].angular_impulse;
    }
    step.write(ground_load_table, fields::impulse)[0] += given.ground.impulse;
    step.write(ground_load_table, fields::angular_impulse)[0] += given.ground.angular_impulse;
}

void addLoads(step::Step& step, const Boundaries& boundaries, const environment::Loads& given,
              const environment::WallsAt& now) {
    addImpulses(step, boundaries, given);
    const auto time = step.write(load_table, fields::load_time);
    for (std::size_t w = 0; w < boundaries.count(); ++w)
        if (!isAbsent(now.pose(w))) time[w] += step.dt;
    step.write(ground_load_table, fields::load_time)[0] += step.dt;
    if (!boundaries.walls->anyFreeBody()) return;
    // A body whose steps are shorter takes its impulses over the length of this step.
    const auto spread = step.write(wall_impulses_table, environment::fields::wall_spread_time);
    for (std::size_t w = 0; w < boundaries.count(); ++w)
        if (!isAbsent(now.pose(w))) spread[w] = std::max(spread[w], step.dt);
}

void addTo(environment::Loads& sum, const environment::Loads& part) {
    for (std::size_t w = 0; w < sum.walls.size(); ++w) {
        sum.walls[w].impulse += part.walls[w].impulse;
        sum.walls[w].angular_impulse += part.walls[w].angular_impulse;
    }
    sum.ground.impulse += part.ground.impulse;
    sum.ground.angular_impulse += part.ground.angular_impulse;
}

}  // namespace talus::sand
