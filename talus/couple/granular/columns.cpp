#include <fmt/format.h>

#include "talus/couple/granular/instance.h"
#include "talus/couple/ground_contact/ground_measures.h"
#include "talus/grains/fields.h"
#include "talus/ground/fields.h"

/// The columns of stats.csv for grains, walls, ground and sinks.
namespace talus::couple::granular {
namespace {

using method::Cell;
using method::Columns;
using Cells = std::vector<Cell>;

constexpr const char* load_parts[] = {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"};

void add(const Vec3d& v, Cells& cells) {
    for (const double value : {v.x, v.y, v.z}) cells.emplace_back(value);
}

void add(const grains::WallLoad& load, Cells& cells) {
    add(load.force, cells);
    add(load.torque, cells);
}

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
            add(m.momentum, cells);
            cells.emplace_back(m.fastest);
        }};
}

/// @param part_name "" for the column that all methods share, or "grains." for the part of the grains
Columns walls(const Scene& scene, const char* part_name) {
    Columns columns;
    for (const environment::Wall& wall : scene.environment.walls)
        for (const char* part : load_parts)
            columns.names.push_back(fmt::format("wall.{}.{}{}", wall.name, part_name, part));
    columns.values = [](const exec::Exec&, const state::World& world, Cells& cells) {
        for (const grains::WallLoad& load : grains::wallLoads(world)) add(load, cells);
    };
    return columns;
}

Columns soil() {
    Columns columns;
    for (const char* part : {"removed", "moved", "compressed", "blocked"})
        columns.names.push_back(fmt::format("ground.{} [m^3]", part));
    columns.values = [](const exec::Exec&, const state::World& world, Cells& cells) {
        const state::Table& table = world.table(ground::soil_table);
        for (const auto* field : {&ground::fields::removed, &ground::fields::moved,
                                  &ground::fields::compressed, &ground::fields::blocked})
            cells.emplace_back(table.read(*field)[0]);
    };
    return columns;
}

/// The load on the ground, and its volume above z = 0.
Columns ground(const ground::Setup& setup) {
    Columns columns;
    for (const char* part : load_parts) columns.names.push_back(fmt::format("ground.{}", part));
    columns.names.emplace_back("ground.volume [m^3]");
    columns.values = [start = setup.start](const exec::Exec& exec, const state::World& world, Cells& cells) {
        add(couple::groundLoad(world), cells);
        const auto heights = world.table(ground::ground_table).read(ground::fields::height);
        cells.emplace_back(geometry::volumeOf(exec, start->grid, heights));
    };
    return columns;
}

Columns sinksOf(const Granular& granular) {
    Columns columns;
    for (const environment::Sink& sink : granular.sinks())
        for (const char* part : {"count", "mass [kg]"})
            columns.names.push_back(sink.below_all ? fmt::format("fallen.{}", part)
                                                   : fmt::format("sink.{}.{}", sink.name, part));
    columns.values = [count = granular.sinks().size()](const exec::Exec&, const state::World& world,
                                                       Cells& cells) {
        const state::Table& sinks = world.table(grains::sinks_table);
        for (std::size_t s = 0; s < count; ++s) {
            cells.emplace_back(sinks.read(grains::fields::taken)[s]);
            cells.emplace_back(sinks.read(grains::fields::taken_mass)[s]);
        }
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
    std::vector<Columns> all{totals(*this), walls(scene_, "")};
    if (ground::in(scene_).soil) all.push_back(soil());
    if (ground_) all.push_back(ground(*ground_));
    all.push_back(sinksOf(*this));
    if (exchange_) all.push_back(exchanged());
    if (shared_) all.push_back(walls(scene_, "grains."));
    return all;
}

}  // namespace talus::couple::granular
