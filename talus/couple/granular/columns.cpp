#include <fmt/format.h>

#include "talus/couple/granular/instance.h"
#include "talus/couple/ground_contact/ground_measures.h"
#include "talus/grains/report/columns.h"
#include "talus/ground/fields.h"
#include "talus/ground/report/columns.h"

/// The columns of stats.csv for grains, ground and the exchange between them.
namespace talus::couple::granular {
namespace {

using method::Columns;
using Cells = std::vector<method::Cell>;

Columns totals(const Granular& granular) {
    return {
        {"grains", "contacts", "wall_contacts", "mass [kg]", "kinetic [J]", "rotational [J]", "potential [J]",
         "elastic [J]", "momentum_x [kg m/s]", "momentum_y [kg m/s]", "momentum_z [kg m/s]", "fastest [m/s]"},
        [&granular](const exec::Exec& exec, const state::World& world, Cells& cells) {
            const grains::Measures m = granular.measure(exec, world);
            for (const std::uint64_t count : {m.grains, m.contacts, m.wall_contacts})
                cells.emplace_back(count);
            for (const double value : {m.mass, m.kinetic, m.rotational, m.potential, m.elastic})
                cells.emplace_back(value);
            grains::addCells(m.momentum, cells);
            cells.emplace_back(m.fastest);
        }};
}

/// The load on the ground, and its volume above z = 0.
Columns ground(const ground::Setup& setup) {
    Columns columns;
    for (const char* part : grains::load_parts) columns.names.push_back(fmt::format("ground.{}", part));
    columns.names.emplace_back("ground.volume [m^3]");
    columns.values = [start = setup.start](const exec::Exec& exec, const state::World& world, Cells& cells) {
        grains::addCells(couple::groundLoad(world), cells);
        const auto heights = world.table(ground::ground_table).read(ground::fields::height);
        cells.emplace_back(geometry::volumeOf(exec, start->grid, heights));
    };
    return columns;
}

Columns exchanged() {
    return {{"ground.settled", "ground.absorbed", "ground.released", "ground.stored_mass [kg]"},
            [](const exec::Exec& exec, const state::World& world, Cells& cells) {
                const Ledger ledger = ledgerOf(exec, world);
                for (const std::uint64_t count : {ledger.settled, ledger.absorbed, ledger.released})
                    cells.emplace_back(count);
                cells.emplace_back(ledger.stored_mass);
            }};
}

}  // namespace

std::vector<Columns> Granular::columns() const {
    std::vector<Columns> all{totals(*this), grains::wallColumns(scene_, "")};
    if (ground::in(scene_).soil) all.push_back(ground::soilColumns());
    if (ground_) all.push_back(ground(*ground_));
    all.push_back(grains::sinkColumns(sinks()));
    if (exchange_) all.push_back(exchanged());
    if (shared_) all.push_back(grains::wallColumns(scene_, "grains."));
    return all;
}

}  // namespace talus::couple::granular
