#include "talus/grains/report/columns.h"

#include <fmt/format.h>

#include "talus/grains/fields.h"

namespace talus::grains {

using method::Columns;
using Cells = std::vector<method::Cell>;

void addCells(const Vec3d& v, Cells& cells) {
    for (const double value : {v.x, v.y, v.z}) cells.emplace_back(value);
}

void addCells(const WallLoad& load, Cells& cells) {
    addCells(load.force, cells);
    addCells(load.torque, cells);
}

Columns wallColumns(const method::Scene& scene, const char* part_name) {
    Columns columns;
    for (const environment::Wall& wall : scene.environment.walls)
        for (const char* part : load_parts)
            columns.names.push_back(fmt::format("wall.{}.{}{}", wall.name, part_name, part));
    columns.values = [](const exec::Exec&, const state::World& world, Cells& cells) {
        for (const WallLoad& load : wallLoads(world)) addCells(load, cells);
    };
    return columns;
}

Columns sinkColumns(const std::vector<environment::Sink>& sinks) {
    Columns columns;
    for (const environment::Sink& sink : sinks)
        for (const char* part : {"count", "mass [kg]"})
            columns.names.push_back(sink.below_all ? fmt::format("fallen.{}", part)
                                                   : fmt::format("sink.{}.{}", sink.name, part));
    columns.values = [count = sinks.size()](const exec::Exec&, const state::World& world, Cells& cells) {
        const state::Table& table = world.table(sinks_table);
        for (std::size_t s = 0; s < count; ++s) {
            cells.emplace_back(table.read(fields::taken)[s]);
            cells.emplace_back(table.read(fields::taken_mass)[s]);
        }
    };
    return columns;
}

}  // namespace talus::grains
