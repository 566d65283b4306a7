#include "talus/network/step/load_walls.h"

#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/network/fields.h"

namespace talus::network {
namespace {

namespace ef = environment::fields;
using environment::wall_impulses_table;

}  // namespace

WallLoad WallLoads::sumOf(std::size_t wall) const {
    WallLoad sum;
    for (std::size_t k = wall; k < parts.size(); k += walls) {
        sum.force += parts[k].force;
        sum.torque += parts[k].torque;
    }
    return sum;
}

Vec3d referenceNow(const environment::WallsAt& walls, std::size_t wall) {
    const Vec3d& reference = walls.walls().bodies()[wall].reference;
    return walls.moves(wall) ? walls.pose(wall).toWorld(reference) : reference;
}

step::Access LoadWalls::access() const {
    step::Access access{.reads = environment::wallStateFields(*setup->walls), .writes = {}, .resizes = {}};
    const auto change = [&](const step::FieldRef& field) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    };
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::impulse, &fields::angular_impulse, &fields::load_time})
        change({loads_table, field});
    if (setup->walls->anyFreeBody())
        for (const step::FieldRef& field : environment::wallImpulseFields()) change(field);
    access.reads_scratch.push_back(wall_loads_scratch);
    return access;
}

void LoadWalls::run(step::Step& step) const {
    const WallLoads& loads = step.readScratch<WallLoads>(wall_loads_scratch);
    const auto impulse = step.write(loads_table, fields::impulse);
    const auto angular = step.write(loads_table, fields::angular_impulse);
    const auto time = step.write(loads_table, fields::load_time);
    const environment::WallsAt now(*setup->walls, step.time(), environment::wallState(step, *setup->walls));
    for (std::size_t wall = 0; wall < time.size(); ++wall)
        if (!isAbsent(now.pose(wall))) time[wall] += step.dt;
    for (const std::uint32_t wall : setup->loaded_walls) {
        const WallLoad load = loads.sumOf(wall);
        impulse[wall] += load.force * step.dt;
        angular[wall] += load.torque * step.dt;
        if (!setup->walls->isFreeBody(wall)) continue;
        step.write(wall_impulses_table, ef::wall_impulse)[wall] += load.force * step.dt;
        step.write(wall_impulses_table, ef::wall_angular_impulse)[wall] += load.torque * step.dt;
    }
}

}  // namespace talus::network
