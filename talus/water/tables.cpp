#include "talus/water/boundary/loads.h"
#include "talus/water/boundary/solids_now.h"
#include "talus/water/pipeline.h"
#include "talus/water/sources/free_positions.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

void addFields(state::Table& table, std::initializer_list<const state::FieldInfo*> all) {
    for (const state::FieldInfo* field : all) table.add(*field);
}

}  // namespace

void fillBlocks(state::World& world, const Setup& s) {
    state::Table& rows = world.table(water_table);
    const SolidsNow solids(s.solids, world);
    const WallIntegral integral(s.smoothing.kernel, s.smoothing.support, s.water.spacing);
    const FitKernel kernel{s.smoothing.kernel, s.water.spacing, integral};
    std::vector<Vec3d> positions;
    std::vector<Vec3f> velocities;
    for (const Block& block : s.blocks) {
        const std::vector<Vec3d> own = freePositionsIn(block, kernel, s.walls, solids.at());
        positions.insert(positions.end(), own.begin(), own.end());
        velocities.insert(velocities.end(), own.size(), narrow(block.velocity));
    }
    rows.resize(positions.size());
    const auto position = rows.write(fields::position);
    const auto velocity = rows.write(fields::velocity);
    const auto density = rows.write(fields::density);
    const auto id = rows.write(fields::id);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        position[i] = positions[i];
        velocity[i] = velocities[i];
        density[i] = static_cast<float>(s.water.density);
        id[i] = static_cast<std::uint32_t>(i);
    }
    world.table(ledger_table).write(fields::made)[0] = positions.size();
}

void addTables(state::World& world, const Setup& s) {
    using namespace fields;
    state::Table& rows = world.addTable(water_table);
    addFields(rows, {&position, &velocity, &density, &pressure, &id});
    if (s.water.solver == Solver::Dfsph) rows.add(drift_pressure);
    if (s.water.solver == Solver::Wcsph) addFields(rows, {&acceleration, &density_rate});
    if (s.water.solver == Solver::Mueller) rows.add(half_velocity);
    state::Table& work = world.addTable(work_table);
    addFields(work, {&position_pressure, &flow, &wall, &wall_rate, &clearance, &carried, &force, &first,
                     &end_of, &runs, &first_contact});
    if (s.water.solver == Solver::Dfsph)
        addFields(work, {&pressure_acceleration, &response, &correction_diagonal, &correction_off_diagonal,
                         &source, &residual, &best});
    if (s.solvesViscosity()) work.add(product);
    world.addTable(list_table).add(neighbour);
    world.addTable(run_table).add(run_start);
    addFields(world.addTable(contact_table),
              {&contact_wall, &contact_gradient, &contact_velocity, &contact_point, &contact_friction});
    if (s.solids.walls->points() != nullptr) world.table(contact_table).add(contact_face);
    state::Table& ledger = world.addTable(ledger_table);
    addFields(ledger,
              {&made, &sunk, &fallen, &density_error, &pressure_iterations, &drift_iterations, &steps});
    ledger.resize(1);
    state::Table& loads = world.addTable(load_table);
    addFields(loads, {&impulse, &angular_impulse, &load_time});
    loads.resize(s.solids.count());
    state::Table& ground_load = world.addTable(ground_load_table);
    addFields(ground_load, {&impulse, &angular_impulse, &load_time});
    ground_load.resize(1);
    state::Table& inflows = world.addTable(inflow_table);
    addFields(inflows, {&layers, &flown});
    inflows.resize(s.inflows.size());
    if (!s.rains.empty()) {
        state::Table& rains = world.addTable(rain_table);
        rains.add(drops);
        rains.resize(s.rains.size());
    }
}

void beginFrame(state::World& world) {
    state::Table& loads = world.table(load_table);
    for (std::size_t w = 0; w < loads.size(); ++w) {
        loads.write(fields::impulse)[w] = {};
        loads.write(fields::angular_impulse)[w] = {};
        loads.write(fields::load_time)[w] = 0;
    }
    state::Table& ground = world.table(ground_load_table);
    ground.write(fields::impulse)[0] = {};
    ground.write(fields::angular_impulse)[0] = {};
    ground.write(fields::load_time)[0] = 0;
    state::Table& ledger = world.table(ledger_table);
    for (const auto* field : {&fields::pressure_iterations, &fields::drift_iterations, &fields::steps})
        ledger.write(*field)[0] = 0;
}

}  // namespace talus::water
