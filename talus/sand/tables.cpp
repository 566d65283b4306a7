#include "talus/sand/tables.h"

#include "talus/sand/fields.h"
#include "talus/sand/grid/kept_stresses.h"

namespace talus::sand {
namespace {

void addFields(state::Table& table, std::initializer_list<const state::FieldInfo*> all) {
    for (const state::FieldInfo* field : all) table.add(*field);
}

}  // namespace

void addTables(state::World& world, const Setup& setup) {
    using namespace fields;
    state::Table& rows = world.addTable(sand_table);
    addFields(rows, {&position, &velocity, &velocity_dx, &velocity_dy, &velocity_dz, &id, &source});
    if (setup.sand.solver == Solver::Mpm) {
        addFields(rows, {&strain, &shear_strain});
        if (setup.damped()) addFields(rows, {&maxwell_strain});
        addFields(world.addTable(tile_table), {&tile_code, &tile_end});
    }
    if (setup.sand.solver != Solver::Mpm) grid::addStressTables(world);
    state::Table& ledger = world.addTable(ledger_table);
    addFields(ledger, {&made, &sunk, &fallen, &wandered, &steps});
    ledger.resize(1);
    state::Table& loads = world.addTable(load_table);
    addFields(loads, {&impulse, &angular_impulse, &load_time});
    loads.resize(setup.boundaries.count());
    state::Table& ground_load = world.addTable(ground_load_table);
    addFields(ground_load, {&impulse, &angular_impulse, &load_time});
    ground_load.resize(1);
    state::Table& spouts = world.addTable(spout_table);
    addFields(spouts, {&layers, &flown, &refused});
    spouts.resize(setup.spouts.size());
}

void beginFrame(state::World& world) {
    for (const char* name : {load_table, ground_load_table}) {
        state::Table& loads = world.table(name);
        for (std::size_t row = 0; row < loads.size(); ++row) {
            loads.write(fields::impulse)[row] = {};
            loads.write(fields::angular_impulse)[row] = {};
            loads.write(fields::load_time)[row] = 0;
        }
    }
    world.table(ledger_table).write(fields::steps)[0] = 0;
}

}  // namespace talus::sand
