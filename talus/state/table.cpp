#include "talus/state/table.h"

#include <algorithm>
#include <limits>
#include <new>

#include "talus/core/check.h"

namespace talus::state {
namespace {

/// Bytes of `rows` rows of a column. Throws where the product overflows.
std::size_t bytesFor(std::size_t rows, const FieldInfo& field) {
    if (rows > std::numeric_limits<std::size_t>::max() / field.elementBytes())
        throw std::bad_array_new_length();
    return rows * field.elementBytes();
}

}  // namespace

void Table::add(const FieldInfo& field) {
    TALUS_ASSERT(find(field.name) == nullptr, "a table has two columns of one name");
    columns_.push_back({&field, {}});
    columns_.back().values.resize(bytesFor(size_, field));
}

Column* Table::find(std::string_view field_name) {
    const auto it = std::find_if(columns_.begin(), columns_.end(),
                                 [&](const Column& c) { return c.info->name == field_name; });
    return it == columns_.end() ? nullptr : &*it;
}

const Column* Table::find(std::string_view field_name) const {
    return const_cast<Table*>(this)->find(field_name);
}

Column& Table::at(const FieldInfo& field) {
    // A step calls this some sixty times, nearly always with the same object that was added; then no names
    // need be compared.
    for (Column& known : columns_)
        if (known.info == &field) return known;
    Column* column = find(field.name);
    TALUS_ASSERT(column != nullptr, field.name);
    TALUS_ASSERT(column->info->elementBytes() == field.elementBytes(), "a column is read as another type");
    return *column;
}

void Table::resize(std::size_t rows) {
    for (Column& column : columns_) column.values.resize(bytesFor(rows, *column.info));
    size_ = rows;
}

void Table::reserve(std::size_t rows) {
    for (Column& column : columns_) column.values.reserve(bytesFor(rows, *column.info));
}

std::size_t Table::memoryBytes() const {
    std::size_t bytes = 0;
    for (const Column& column : columns_) bytes += column.values.capacity();
    return bytes;
}

}  // namespace talus::state
