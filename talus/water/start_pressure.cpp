#include "talus/water/start_pressure.h"

#include <fmt/format.h>

#include "talus/environment/deforming/point_impulses.h"
#include "talus/environment/wall_impulses.h"
#include "talus/step/pipeline.h"
#include "talus/water/pipeline.h"

namespace talus::water {
namespace {

using environment::wall_impulses_table;
namespace impulses = environment::fields;

/// Sets the bodies to fall freely, with no impulse from the water.
void setFreeFall(state::World& world, const Setup& setup) {
    state::Table& table = world.table(wall_impulses_table);
    for (std::size_t w = 0; w < table.size(); ++w) {
        table.write(impulses::wall_spread_impulse)[w] = {};
        table.write(impulses::wall_spread_angular_impulse)[w] = {};
        table.write(impulses::wall_spread_time)[w] = 0;
        table.write(impulses::wall_other_acceleration)[w] =
            setup.solids.walls->isFreeBody(w) ? setup.gravity : Vec3d{};
        table.write(impulses::wall_other_angular_acceleration)[w] = {};
    }
}

/// Sheets start without an impulse from the water.
void clearPointImpulses(state::World& world, const Setup& setup) {
    if (setup.solids.walls->points() == nullptr) return;
    state::Table& table = world.table(environment::point_impulses_table);
    for (Vec3d& impulse : table.write(impulses::point_spread_impulse)) impulse = {};
    for (double& time : table.write(impulses::point_spread_time)) time = 0;
}

}  // namespace

Status findStartPressure(state::World& world, const exec::Exec& exec, const Setup& setup, double dt) {
    if (setup.water.solver != Solver::Dfsph || !setup.solids.walls->anyFreeBody() ||
        world.table(water_table).size() == 0)
        return success();
    Result<step::Pipeline> solve = step::Pipeline::compose("start pressure", startStagesOf(setup).inOrder());
    if (!solve) return solve.error();
    // Twice: the load on walls takes part in the second solve, and it is known only under pressure.
    for (int round = 0; round < 2; ++round) {
        setFreeFall(world, setup);
        if (const step::StepReport report = solve->run(world, exec, dt); !report.ok())
            return Error{ErrorKind::Input, fmt::format("the scene cannot start: {}; {}", report.trouble->what,
                                                       report.trouble->advice)};
    }
    clearPointImpulses(world, setup);
    // wall_spread_time stays dt: the bodies take the impulse spread over that time.
    beginFrame(world);
    return success();
}

}  // namespace talus::water
