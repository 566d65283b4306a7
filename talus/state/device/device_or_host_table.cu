#include "talus/exec/for_each.h"
#include "talus/state/device/device_or_host_table.h"

namespace talus::state::device {
namespace {

/// Copies rows in another order, one Word at a time.
template <class Word>
struct GatherRows {
    View<const std::uint32_t> order;
    const Word* from;
    Word* to;
    std::size_t words;  ///< in a row
    TALUS_HD void operator()(std::size_t k) const { to[k] = from[order[k / words] * words + k % words]; }
};

template <class Word>
void gather(const exec::Exec& exec, View<const std::uint32_t> order, const std::byte* from, std::byte* to,
            std::size_t width) {
    const std::size_t words = width / sizeof(Word);
    exec::for_each(
        exec, order.size() * words,
        GatherRows<Word>{order, reinterpret_cast<const Word*>(from), reinterpret_cast<Word*>(to), words});
}

}  // namespace

void reorder(const exec::Exec& exec, View<const std::uint32_t> order, DeviceOrHostTable& table,
             DeviceOrHostArray<std::byte>& scratch) {
    for (DeviceOrHostTable::Column& column : table.columns()) {
        scratch.resize(column.values.size());
        const std::size_t width = column.info->elementBytes();
        const std::byte* from = std::as_const(column.values).view().data();
        std::byte* to = scratch.view().data();
        if (width % 4 == 0)
            gather<std::uint32_t>(exec, order, from, to, width);
        else
            gather<std::uint8_t>(exec, order, from, to, width);
        column.values.swap(scratch);
    }
}

void DeviceOrHostTable::upload(const state::Table& table) {
    if (columns_.empty())
        for (const state::Column& column : table.columns())
            columns_.push_back({column.info, DeviceOrHostArray<std::byte>(location_)});
    rows_ = table.size();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const exec::Buffer& values = table.columns()[c].values;
        columns_[c].values.assign({values.data(), rows_ * columns_[c].info->elementBytes()});
    }
}

void DeviceOrHostTable::download(state::Table& table) const {
    table.resize(rows_);
    for (std::size_t c = 0; c < columns_.size(); ++c)
        columns_[c].values.copyTo(
            {table.columns()[c].values.data(), rows_ * columns_[c].info->elementBytes()});
}

void DeviceOrHostTable::resize(std::size_t rows) {
    rows_ = rows;
    for (Column& column : columns_) column.values.resize(rows * column.info->elementBytes());
}

void DeviceOrHostTable::shapeLike(const DeviceOrHostTable& other) {
    columns_.clear();
    for (const Column& column : other.columns_)
        columns_.push_back({column.info, DeviceOrHostArray<std::byte>(location_)});
    rows_ = 0;
}

const DeviceOrHostTable::Column* DeviceOrHostTable::find(const state::FieldInfo& field) const {
    for (const Column& column : columns_)
        if (std::string_view(column.info->name) == field.name && column.info->scalar == field.scalar &&
            column.info->components == field.components)
            return &column;
    return nullptr;
}

DeviceOrHostTable::Column& DeviceOrHostTable::at(const state::FieldInfo& field) {
    const Column* found = find(field);
    TALUS_ASSERT(found != nullptr, "a field is missing from a table on the device");
    return const_cast<Column&>(*found);
}

}  // namespace talus::state::device
