#include "talus/water/start_pressure.h"

#include <fmt/format.h>

#include "talus/environment/wall_impulses.h"
#include "talus/step/pipeline.h"
#include "talus/water/pipeline.h"

namespace talus::water {
namespace {

using environment::wall_impulses_table;
namespace pushes = environment::fields;

/// As if nothing but gravity moved the bodies, and nothing had been given to them.
void letGo(state::World& world, const Setup& setup) {
    state::Table& table = world.table(wall_impulses_table);
    for (std::size_t w = 0; w < table.size(); ++w) {
        table.write(pushes::wall_impulse)[w] = {};
        table.write(pushes::wall_angular_impulse)[w] = {};
        table.write(pushes::wall_impulse_time)[w] = 0;
        table.write(pushes::wall_other_acceleration)[w] =
            setup.solids.walls->isFreeBody(w) ? setup.gravity : Vec3d{};
        table.write(pushes::wall_other_angular_acceleration)[w] = {};
    }
}

}  // namespace

Status findStartPressure(state::World& world, const exec::Exec& exec, const Setup& setup, double dt) {
    if (setup.water.solver != Solver::Dfsph || !setup.solids.walls->anyFreeBody() ||
        world.table(water_table).size() == 0)
        return success();
    Result<step::Pipeline> solve = step::Pipeline::compose("start pressure", startStagesOf(setup).inOrder());
    if (!solve) return solve.error();
    // Twice: only water under pressure leans on walls, and how much it does is part of the push.
    for (int round = 0; round < 2; ++round) {
        letGo(world, setup);
        if (const step::StepReport report = solve->run(world, exec, dt); !report.ok())
            return Error{ErrorKind::Input, fmt::format("the scene cannot start: {}; {}", report.trouble->what,
                                                       report.trouble->advice)};
    }
    // `since` is left at dt: the bodies take the push spread over that time.
    beginFrame(world);
    return success();
}

}  // namespace talus::water
