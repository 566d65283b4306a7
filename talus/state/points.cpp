#include "talus/state/points.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace talus::state {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
    TALUS_ASSERT((index + 1) * sizeof(T) <= bytes.size(), "a point array was read past its end");
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

}  // namespace

double valueAt(std::span<const std::byte> bytes, Scalar scalar, std::size_t index) {
    switch (scalar) {
        case Scalar::F64: return load<double>(bytes, index);
        case Scalar::F32: return static_cast<double>(load<float>(bytes, index));
        case Scalar::U64: return static_cast<double>(load<std::uint64_t>(bytes, index));
        case Scalar::U32: return load<std::uint32_t>(bytes, index);
        case Scalar::U16: return load<std::uint16_t>(bytes, index);
        case Scalar::U8: return load<std::uint8_t>(bytes, index);
    }
    return 0;
}

std::string ArrayView::text(std::size_t point, int component) const {
    const std::size_t index =
        point * static_cast<std::size_t>(components) + static_cast<std::size_t>(component);
    switch (scalar) {
        case Scalar::F64: return fmt::format("{}", load<double>(bytes, index));
        case Scalar::F32: return fmt::format("{}", load<float>(bytes, index));
        case Scalar::U64: return fmt::format("{}", load<std::uint64_t>(bytes, index));
        case Scalar::U32: return fmt::format("{}", load<std::uint32_t>(bytes, index));
        case Scalar::U16: return fmt::format("{}", load<std::uint16_t>(bytes, index));
        case Scalar::U8: return fmt::format("{}", load<std::uint8_t>(bytes, index));
    }
    return {};
}

std::vector<double> valuesOf(const ArrayView& array, std::size_t rows) {
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        if (array.components == 1) {
            values[row] = array.value(row);
            continue;
        }
        double squared = 0;
        for (int c = 0; c < array.components; ++c) squared += array.value(row, c) * array.value(row, c);
        values[row] = std::sqrt(squared);
    }
    return values;
}

const ArrayView* find(const std::vector<ArrayView>& fields, std::string_view name) {
    for (const ArrayView& field : fields)
        if (field.name == name) return &field;
    return nullptr;
}

const ArrayView* PointsView::find(std::string_view name) const {
    return name == position.name ? &position : state::find(fields, name);
}

namespace {

ArrayView viewOf(const Column& column) {
    return {column.info->name,
            column.info->scalar,
            column.info->components,
            {column.values.data(), column.values.size()}};
}

}  // namespace

Result<std::vector<ArrayView>> fieldsOf(const Table& table, std::span<const std::string> fields) {
    std::vector<ArrayView> views;
    for (const std::string& name : fields) {
        if (find(views, name) != nullptr) continue;
        const Column* column = table.find(name);
        if (column == nullptr) {
            std::string known;
            for (const Column& c : table.columns())
                known += (known.empty() ? "" : ", ") + std::string(c.info->name);
            return Error{ErrorKind::Input,
                         fmt::format("'{}' have no field '{}'; there are: {}", table.name(), name, known)};
        }
        views.push_back(viewOf(*column));
    }
    return views;
}

Result<PointsView> viewOf(const Table& table, std::span<const std::string> fields, double time) {
    const Column* position = table.find("position");
    TALUS_ASSERT(position != nullptr, "a particle table has positions");
    auto views = fieldsOf(table, fields);
    if (!views) return views.error();
    PointsView points{time, table.size(), viewOf(*position), {}};
    for (ArrayView& field : *views)
        if (field.name != points.position.name) points.fields.push_back(std::move(field));
    return points;
}

std::vector<ArrayView> viewsOf(const std::vector<Points::Array>& arrays) {
    std::vector<ArrayView> views;
    for (const Points::Array& array : arrays)
        views.push_back({array.name, array.scalar, array.components, array.bytes});
    return views;
}

PointsView Points::view() const {
    return {
        time, count, {position.name, position.scalar, position.components, position.bytes}, viewsOf(fields)};
}

}  // namespace talus::state
