#include "talus/couple/granular/check/check_state.h"

#include <limits>

#include "talus/couple/ground_contact/fields.h"
#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/ground/check_state.h"
#include "talus/ground/fields.h"

namespace talus::couple {
namespace {

using geometry::ColumnGrid;
using state::StateCheck;

constexpr double smallest = std::numeric_limits<double>::min();
constexpr double largest = std::numeric_limits<double>::max();

}  // namespace

void checkGroundContacts(std::uint64_t steps_of_frame, StateCheck& check) {
    check.rows(ground_load_table, 1);
    check.finite(ground_load_table);
    check.below(grains::grains_table, fields::ground_touches, max_held_contacts + 1);
    // Every bit pattern is a valid direction.
    check.anyValue(grains::grains_table, fields::ground_normals);
    check.atMost(ground_load_table, fields::load_steps, steps_of_frame);
    if (!check.ok()) return;
    check.atMost(ground_load_table, fields::clearance_version,
                 check.world().table(ground::changes_table).read(ground::fields::changes)[0]);
}

/// Grains that came out of the ground had become ground before, or are grains of pristine sand.
void checkReleased(StateCheck& check) {
    if (!check.ok()) return;
    const state::World& world = check.world();
    const state::Table& exchange = world.table(exchange_table);
    const std::uint64_t released = exchange.read(fields::released)[0];
    check.atMost(ground::stored_table, ground::fields::laid_out,
                 state::saturatingSum(world.table(buried_table).size(), released));
    std::uint64_t into = world.table(grains::absorbed_table).read(grains::fields::absorbed)[0];
    for (const std::uint32_t laid_out : world.table(ground::stored_table).read(ground::fields::laid_out))
        into = state::saturatingSum(into, laid_out);
    // These are buried already; the next neighbour search removes them from the grains.
    for (const std::uint8_t settled : world.table(grains::grains_table).read(grains::fields::settled))
        into = state::saturatingSum(into, settled == grains::gone_to_ground ? 1 : 0);
    check.atMost(exchange_table, fields::released, into);
}

void checkExchange(const ColumnStore::Setup& columns, double largest_radius, StateCheck& check) {
    const ColumnGrid& grid = columns.grid;
    const std::size_t materials = columns.density.size();
    check.rows(ground::stored_table, grid.size() * materials);
    check.rows(exchange_table, 1);
    check.finite(exchange_table);
    check.finite(ground::stored_table);
    if (!check.ok()) return;
    const state::Table& stored = check.world().table(ground::stored_table);
    for (const auto* field : {&ground::fields::stored_mass, &ground::fields::pristine}) {
        const auto mass = stored.read(*field);
        for (std::size_t row = 0; row < mass.size(); ++row) {
            const double full =
                ground::highestHeap(grid) * grid.area() * columns.packing * columns.density[row % materials];
            if (!(mass[row] >= 0 && mass[row] <= full))
                return check.fail(ground::stored_table, field->name, row,
                                  "the mass is negative, or more than a column can hold");
        }
    }
    check.finite(buried_table);
    check.below(buried_table, fields::buried_material, materials);
    check.byCaller(buried_table, fields::buried_column);
    check.within(buried_table, fields::buried_radius, smallest, largest_radius * (1 + 1e-9));
    check.within(buried_table, fields::buried_mass, smallest, largest);
    if (!check.ok()) return;
    const state::Table& buried = check.world().table(buried_table);
    const auto column = buried.read(fields::buried_column);
    const auto position = buried.read(fields::buried_position);
    const auto height = check.world().table(ground::ground_table).read(ground::fields::height);
    for (std::size_t row = 0; row < column.size(); ++row) {
        if (column[row] != BuriedGrain::shared && column[row] >= grid.size())
            return check.fail(buried_table, "column", row, "there is no such column");
        if (column[row] == BuriedGrain::shared && !surfaceAt(grid, height, position[row].x, position[row].y))
            return check.fail(buried_table, "position", row, "there are no four columns around it");
    }
    checkReleased(check);
}

}  // namespace talus::couple
