#include "talus/couple/hybrid/buried.h"

#include "talus/state/reorder.h"

namespace talus::couple {

BuriedGrain Buried::at(std::size_t row) const {
    const state::Table& table = table_;
    return {.position = table.read(fields::buried_position)[row],
            .radius = table.read(fields::buried_radius)[row],
            .mass = table.read(fields::buried_mass)[row],
            .material = table.read(fields::buried_material)[row],
            .column = table.read(fields::buried_column)[row]};
}

void Buried::add(const BuriedGrain& grain) {
    const std::size_t row = table_.size();
    table_.resize(row + 1);
    table_.write(fields::buried_position)[row] = grain.position;
    table_.write(fields::buried_radius)[row] = grain.radius;
    table_.write(fields::buried_mass)[row] = grain.mass;
    table_.write(fields::buried_material)[row] = grain.material;
    table_.write(fields::buried_column)[row] = grain.column;
}

void Buried::remove(const exec::Exec& exec, const std::vector<std::uint32_t>& rows) {
    if (rows.empty()) return;
    exec::Array<std::uint32_t> stay(table_.size() - rows.size());
    auto next = rows.begin();
    for (std::uint32_t row = 0, to = 0; row < table_.size(); ++row) {
        if (next != rows.end() && *next == row)
            ++next;
        else
            stay.data()[to++] = row;
    }
    state::reorder(exec, std::as_const(stay).view(), table_);
}

ColumnStore::Shares sharesOf(const BuriedGrain& grain, const ColumnStore& store) {
    return grain.column == BuriedGrain::shared ? store.sharesAt(grain.position.x, grain.position.y)
                                               : ColumnStore::wholly(grain.column);
}

void addBuriedTable(state::World& world) {
    state::Table& table = world.addTable(buried_table);
    table.add(fields::buried_position);
    table.add(fields::buried_radius);
    table.add(fields::buried_mass);
    table.add(fields::buried_material);
    table.add(fields::buried_column);
}

}  // namespace talus::couple
