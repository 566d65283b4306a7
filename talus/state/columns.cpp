#include "talus/state/columns.h"

#include <cstring>

#include <fmt/format.h>

namespace talus::state {

const ArrayView* ColumnsView::find(std::string_view name) const { return state::find(fields, name); }

ColumnsView Columns::view() const { return {time, grid, viewsOf(fields)}; }

Columns columnsOf(const Table& table, const geometry::ColumnGrid& grid, double time) {
    TALUS_ASSERT(table.size() == grid.size(), "a table of columns has a row for each of the grid");
    Columns columns{time, grid, {}};
    for (const Column& column : table.columns()) {
        Points::Array array{column.info->name, column.info->scalar, column.info->components, {}};
        const std::size_t count = table.size() * static_cast<std::size_t>(array.components);
        if (array.scalar == Scalar::F64) {
            array.scalar = Scalar::F32;
            array.bytes.resize(count * sizeof(float));
            for (std::size_t k = 0; k < count; ++k) {
                double value = 0;
                std::memcpy(&value, column.values.data() + k * sizeof value, sizeof value);
                const auto single = static_cast<float>(value);
                std::memcpy(array.bytes.data() + k * sizeof single, &single, sizeof single);
            }
        } else {
            array.bytes.assign(column.values.data(), column.values.data() + count * bytesOf(array.scalar));
        }
        columns.fields.push_back(std::move(array));
    }
    return columns;
}

Result<exec::Array<double>> columnValues(const ColumnsView& columns, std::string_view field) {
    const ArrayView* found = columns.find(field);
    if (found == nullptr || found->components != 1)
        return Error{
            ErrorKind::Input,
            fmt::format("the frame of the ground has no field '{}' with one number for each column", field)};
    exec::Array<double> values(columns.grid.size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = found->value(k);
    return values;
}

}  // namespace talus::state
