#include "talus/couple/hybrid/exchange.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/headroom.h"
#include "talus/couple/hybrid/release.h"
#include "talus/environment/wall_state.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/sink.h"
#include "talus/ground/fields.h"

namespace talus::couple {

step::Access Exchange::access() const {
    step::Access access{.reads = {{ground::ground_table, &ground::fields::height},
                                  {ground::changes_table, &ground::fields::changes},
                                  {ground::stored_table, &ground::fields::stored_mass},
                                  {ground::stored_table, &ground::fields::pristine},
                                  {ground::stored_table, &ground::fields::laid_out},
                                  {exchange_table, &fields::released},
                                  {exchange_table, &fields::released_mass}},
                        .writes = {{ground::ground_table, &ground::fields::height},
                                   {ground::changes_table, &ground::fields::changes},
                                   {ground::stored_table, &ground::fields::stored_mass},
                                   {ground::stored_table, &ground::fields::pristine},
                                   {ground::stored_table, &ground::fields::laid_out},
                                   {exchange_table, &fields::released},
                                   {exchange_table, &fields::released_mass},
                                   {grains::search_table, &grains::fields::search_due}},
                        .resizes = {grains::grains_table, buried_table}};
    for (const step::FieldRef& field : grains::goneFields()) access.reads.push_back(field);
    for (const step::FieldRef& field : environment::wallStateFields(*walls)) access.reads.push_back(field);
    return access;
}

void Exchange::run(step::Step& step) {
    constexpr double max_steps = 9e18;  // below the largest 64-bit number; no run takes so many steps
    const auto steps =
        static_cast<std::uint64_t>(std::clamp(std::round(hybrid.interval / step.dt), 1.0, max_steps));
    if (step.index() % steps != 0) return;

    state::Table& grains = step.resizable(grains::grains_table);
    ColumnStore store = ColumnStore::of(*columns, step);
    Buried buried(step.resizable(buried_table));
    const double until = step.time() + static_cast<double>(steps) * step.dt;
    const Disturbance moving(*walls, environment::wallState(step, *walls), step.time(), until,
                             2 * hybrid.reach * largest_radius);
    // A grain rests on grains within 1.14 times the sum of their radii (settle.cpp).
    const Stacks stacks(step.exec, std::as_const(grains).read(grains::fields::position),
                        2.3 * largest_radius);

    // In the first step it is not known how long grains have been at rest, so none settles.
    bool changed = false;
    if (step.index() > 0)
        changed = settle(step.exec, *this, stacks, moving, static_cast<double>(steps) * step.dt, grains,
                         store, buried);

    const std::uint64_t gone = grains::goneSoFar(step);
    const auto height = step.write(ground::ground_table, ground::fields::height);
    const Released made =
        release(step.exec, *this, stacks, moving, step.time(), gone, height, grains, store, buried);
    step.write(exchange_table, fields::released)[0] += made.count;
    step.write(exchange_table, fields::released_mass)[0] += made.mass;
    const exec::Array<double> max_height = headroom(columns->grid, height, moving, grains);
    const bool raised = store.raise(step.exec, max_height.view(), made.stays_high.view());
    changed |= letSink(step.exec, *columns, height, grains);
    if (changed) step.write(grains::search_table, grains::fields::search_due)[0] = 1;
    if (raised) ++step.write(ground::changes_table, ground::fields::changes)[0];
}

void addExchangeTable(state::World& world) {
    state::Table& table = world.addTable(exchange_table);
    table.add(fields::released);
    table.add(fields::released_mass);
    table.resize(1);
}

Ledger ledgerOf(const exec::Exec& exec, const state::World& world) {
    Ledger ledger;
    const auto settled = world.table(grains::grains_table).read(grains::fields::settled);
    ledger.settled = exec::sum(exec, settled.size(), std::uint64_t{0},
                               [&](std::size_t i) { return std::uint64_t{settled[i] != 0}; });
    ledger.absorbed = world.table(grains::absorbed_table).read(grains::fields::absorbed)[0];
    ledger.released = world.table(exchange_table).read(fields::released)[0];
    ledger.stored_mass = storedMass(exec, world);
    return ledger;
}

}  // namespace talus::couple
