#include "talus/couple/erosion/start.h"

#include "talus/couple/erosion/bed/marked.h"
#include "talus/couple/erosion/carry/ledger.h"
#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/volume/edit_cells.h"
#include "talus/ground/fields.h"
#include "talus/water/sources/fill.h"
#include "talus/water/sources/inflow.h"

namespace talus::couple::erosion {
namespace {

using ground::ground_table;
using water::water_table;

constexpr double max_value = 1e9;  // above any height of a scene [m] and any mass of a particle [kg]

}  // namespace

void addSedimentTables(state::World& world, const Setup& setup) {
    using namespace fields;
    state::Table& water = world.table(water_table);
    water.add(sediment);
    water.add(water::fields::concentration);
    state::Table& ledger = world.addTable(ledger_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &suspended, &brought, &left, &eroded, &settled, &rolled, &blocked, &next_slide, &gone})
        ledger.add(*field);
    ledger.resize(1);
    ledger.write(next_slide)[0] = setup.interval;
    state::Table& inflows = world.addTable(inflows_table);
    inflows.add(came);
    inflows.resize(setup.inflow_concentration.size());
}

void addErosionTables(state::World& world, const Setup& setup) {
    using namespace fields;
    state::Table& ground = world.table(ground_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &cut, &deposit, &change, &layer, &wetness, &shear, &flow, &depth})
        ground.add(*field);
    if (setup.settings.bed_load) ground.add(stream);
    const auto start = setup.ground->height.view();
    const auto exposed = ground.write(layer);
    for (std::size_t k = 0; k < start.size(); ++k)
        exposed[k] = static_cast<std::uint8_t>(setup.layers.top(start[k], 0, 0).layer);
    state::Table& tiles = world.addTable(tiles_table);
    tiles.add(wet);
    tiles.add(awake);
    tiles.resize(std::size_t{MarkedEntries::tilesAlong(setup.grid().columns)} *
                 MarkedEntries::tilesAlong(setup.grid().rows));
    addSedimentTables(world, setup);
}

void addBlockSediment(state::World& world, const Setup& setup, const std::vector<water::Block>& blocks) {
    state::Table& water = world.table(water_table);
    const auto position = water.read(water::fields::position);
    const auto sediment = water.write(fields::sediment);
    const auto concentration = water.write(water::fields::concentration);
    double total = 0;
    std::size_t row = 0;
    // Rows are in the order of the positions of the blocks, but some positions were left out.
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (const Vec3d& p : water::positionsIn(blocks[b], setup.spacing)) {
            if (row == position.size() || position[row] != p) continue;
            const double solid = setup.block_concentration[b] * setup.grain.density * setup.smoothing.volume;
            sediment[row] = solid;
            concentration[row] = static_cast<float>(setup.fraction(solid));
            total += solid;
            ++row;
        }
    world.table(ledger_table).write(fields::suspended)[0] = total;
    world.table(ledger_table).write(fields::brought)[0] = total;
}

void checkSedimentState(const Setup& setup, state::StateCheck& check) {
    check.rows(ledger_table, 1);
    check.finite(ledger_table);
    check.rows(inflows_table, setup.inflow_concentration.size());
    check.within(water_table, fields::sediment, -1e-3 * setup.particle_mass, max_value);
    check.byCaller(inflows_table, fields::came);
    if (!check.ok()) return;
    const state::World& world = check.world();
    const state::Table& water = world.table(water::ledger_table);
    check.atMost(
        ledger_table, fields::gone,
        state::saturatingSum(water.read(water::fields::sunk)[0], water.read(water::fields::fallen)[0]));
    const auto came = world.table(inflows_table).read(fields::came);
    const auto flown = world.table(water::inflow_table).read(water::fields::flown);
    for (std::size_t f = 0; f < came.size(); ++f)
        if (came[f] > flown[f])
            return check.fail(inflows_table, "came", f, "more particles than have come in");
}

void checkErosionState(const Setup& setup, state::StateCheck& check) {
    checkSedimentState(setup, check);
    check.rows(tiles_table, std::size_t{MarkedEntries::tilesAlong(setup.grid().columns)} *
                                MarkedEntries::tilesAlong(setup.grid().rows));
    check.rows(ground_table, setup.grid().size());
    check.finite(ground_table);
    check.within(ground_table, fields::cut, 0, max_value);
    check.within(ground_table, fields::deposit, 0, max_value);
    check.below(ground_table, fields::layer, setup.layers.size());
    check.below(tiles_table, fields::wet, 2);
    check.below(tiles_table, fields::awake, 2);
}

Balance balanceOf(const Setup& setup, const exec::Exec& exec, const state::World& world) {
    const state::Table& ledger = world.table(ledger_table);
    const auto of = [&](const Field<double>& field) { return ledger.read(field)[0]; };
    const auto columns = [&] {
        const state::Table& ground = world.table(ground_table);
        return groundSolid(setup, exec, ground.read(fields::cut), ground.read(fields::deposit));
    };
    return {.ground = setup.volume ? volumeSolid(setup, exec, world) : columns(),
            .suspended = of(fields::suspended),
            .left = of(fields::left),
            .brought = of(fields::brought),
            .eroded = of(fields::eroded),
            .settled = of(fields::settled),
            .rolled = of(fields::rolled),
            .blocked = of(fields::blocked),
            .acceleration = setup.settings.bed_acceleration};
}

}  // namespace talus::couple::erosion
