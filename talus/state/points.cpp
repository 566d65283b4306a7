#include "talus/state/points.h"

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

const ArrayView* PointsView::find(std::string_view name) const {
    if (name == position.name) return &position;
    for (const ArrayView& field : fields)
        if (field.name == name) return &field;
    return nullptr;
}

Result<PointsView> viewOf(const Table& table, std::span<const std::string> fields, double time) {
    const auto view = [](const Column& column) {
        return ArrayView{column.info->name,
                         column.info->scalar,
                         column.info->components,
                         {column.values.data(), column.values.size()}};
    };
    const Column* position = table.find("position");
    TALUS_ASSERT(position != nullptr, "a particle table has positions");
    PointsView points{time, table.size(), view(*position), {}};
    for (const std::string& name : fields) {
        if (points.find(name) != nullptr) continue;
        const Column* column = table.find(name);
        if (column == nullptr) {
            std::string known;
            for (const Column& c : table.columns())
                known += (known.empty() ? "" : ", ") + std::string(c.info->name);
            return Error{ErrorKind::Input,
                         fmt::format("'{}' have no field '{}'; there are: {}", table.name(), name, known)};
        }
        points.fields.push_back(view(*column));
    }
    return points;
}

PointsView Points::view() const {
    const auto of = [](const Array& array) {
        return ArrayView{array.name, array.scalar, array.components, array.bytes};
    };
    PointsView points{time, count, of(position), {}};
    for (const Array& field : fields) points.fields.push_back(of(field));
    return points;
}

}  // namespace talus::state
