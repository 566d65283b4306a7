#include "talus/grains/device/grains_state.h"

namespace talus::grains::device {

void PlacedTable::upload(const state::Table& table) {
    if (columns_.empty())
        for (const state::Column& column : table.columns())
            columns_.push_back({column.info, PlacedArray<std::byte>(where_)});
    rows_ = table.size();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const exec::Buffer& values = table.columns()[c].values;
        columns_[c].values.assign({values.data(), rows_ * columns_[c].info->elementBytes()});
    }
}

void PlacedTable::download(state::Table& table) const {
    table.resize(rows_);
    for (std::size_t c = 0; c < columns_.size(); ++c)
        columns_[c].values.copyTo(
            {table.columns()[c].values.data(), rows_ * columns_[c].info->elementBytes()});
}

void PlacedTable::resize(std::size_t rows) {
    rows_ = rows;
    for (Column& column : columns_) column.values.resize(rows * column.info->elementBytes());
}

void PlacedTable::shapeLike(const PlacedTable& other) {
    columns_.clear();
    for (const Column& column : other.columns_)
        columns_.push_back({column.info, PlacedArray<std::byte>(where_)});
    rows_ = 0;
}

const PlacedTable::Column* PlacedTable::find(const state::FieldInfo& field) const {
    for (const Column& column : columns_)
        if (std::string_view(column.info->name) == field.name && column.info->scalar == field.scalar &&
            column.info->components == field.components)
            return &column;
    return nullptr;
}

PlacedTable::Column& PlacedTable::at(const state::FieldInfo& field) {
    const Column* found = find(field);
    TALUS_ASSERT(found != nullptr, "a field is missing from a table on the device");
    return const_cast<Column&>(*found);
}

void GrainTables::upload(const state::World& world) {
    grains.upload(world.table(grains_table));
    blocks.upload(world.table(blocks_table));
    halo.upload(world.table(halo_table));
    contacts.upload(world.table(contacts_table));
    wall_contacts.upload(world.table(wall_contacts_table));
}

Precision GrainTables::precision() const {
    return grains.has(fields::force<float>) ? Precision::Mixed : Precision::Double;
}

void GrainTables::download(state::World& world) const {
    grains.download(world.table(grains_table));
    blocks.download(world.table(blocks_table));
    halo.download(world.table(halo_table));
    contacts.download(world.table(contacts_table));
    wall_contacts.download(world.table(wall_contacts_table));
}

}  // namespace talus::grains::device
