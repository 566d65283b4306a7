#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/result.h"
#include "talus/math/vec.h"
#include "talus/state/table.h"

namespace talus::state {

constexpr bool isInteger(Scalar scalar) { return scalar != Scalar::F64 && scalar != Scalar::F32; }

/// The value at `index` of an array of scalars, as a double.
double valueAt(std::span<const std::byte> bytes, Scalar scalar, std::size_t index);

/// A view of the values of one field for every point. The components of a point are contiguous.
struct ArrayView {
    std::string name;
    Scalar scalar = Scalar::F64;
    int components = 1;
    std::span<const std::byte> bytes;

    double value(std::size_t point, int component = 0) const {
        return valueAt(bytes, scalar,
                       point * static_cast<std::size_t>(components) + static_cast<std::size_t>(component));
    }
    /// The value as text from which the same bits can be read back.
    std::string text(std::size_t point, int component = 0) const;
};

/// A view of values of any type that a field may have.
template <class T>
ArrayView arrayOf(std::string name, std::span<const T> values) {
    return {std::move(name), Element<T>::scalar, Element<T>::components, std::as_bytes(values)};
}

/// One number for each row of a field: the value, or the length of a vector.
std::vector<double> valuesOf(const ArrayView& array, std::size_t rows);

/// The field of that name, or null.
const ArrayView* find(const std::vector<ArrayView>& fields, std::string_view name);

/// A view of points at one time, for the writers of frames: `position` and any other fields.
struct PointsView {
    double time = 0;  ///< simulated [s]
    std::size_t count = 0;
    ArrayView position;  ///< F64 or F32, three components
    std::vector<ArrayView> fields;

    const ArrayView* find(std::string_view name) const;
    Vec3d at(std::size_t point) const {
        return {position.value(point, 0), position.value(point, 1), position.value(point, 2)};
    }
};

/// Views of these fields of a table. Error (Input) that lists the known fields where one is unknown.
Result<std::vector<ArrayView>> fieldsOf(const Table& table, std::span<const std::string> fields);

/// A view of the rows of a particle table. Error (Input) that lists the known fields where one is unknown.
Result<PointsView> viewOf(const Table& table, std::span<const std::string> fields, double time);

/// Points that own their values; readers of frames return them.
struct Points {
    struct Array {
        std::string name;
        Scalar scalar = Scalar::F64;
        int components = 1;
        std::vector<std::byte> bytes;
    };
    double time = 0;
    std::size_t count = 0;
    Array position;
    std::vector<Array> fields;

    PointsView view() const;
};

/// Views of arrays; the arrays must outlive them.
std::vector<ArrayView> viewsOf(const std::vector<Points::Array>& arrays);

}  // namespace talus::state
