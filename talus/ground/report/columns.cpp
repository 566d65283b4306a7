#include "talus/ground/report/columns.h"

#include <fmt/format.h>

#include "talus/ground/fields.h"

namespace talus::ground {

using method::Columns;
using Cells = std::vector<method::Cell>;

Columns soilColumns() {
    Columns columns;
    for (const char* part : {"removed", "moved", "compressed", "blocked"})
        columns.names.push_back(fmt::format("ground.{} [m^3]", part));
    columns.values = [](const exec::Exec&, const state::World& world, Cells& cells) {
        const state::Table& table = world.table(soil_table);
        for (const auto* field : {&fields::removed, &fields::moved, &fields::compressed, &fields::blocked})
            cells.emplace_back(table.read(*field)[0]);
    };
    return columns;
}

}  // namespace talus::ground
