#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/state/field.h"

namespace talus::state {

using exec::View;

/// One field's values.
struct Column {
    const FieldInfo* info;
    exec::Buffer values;
};

/// A set of columns of equal length, one for each field: particles, contacts, emitters. Structure of arrays:
/// each column is contiguous and aligned to a cache line.
class Table {
  public:
    explicit Table(std::string name) : name_(std::move(name)) {}

    const std::string& name() const { return name_; }
    std::size_t size() const { return size_; }

    /// Adds a column of zeros. The field object must outlive the table (fields are constants).
    /// @pre the table has no column of that name
    void add(const FieldInfo& field);
    bool has(const FieldInfo& field) const { return find(field.name) != nullptr; }
    Column* find(std::string_view field_name);
    const Column* find(std::string_view field_name) const;
    const std::vector<Column>& columns() const { return columns_; }
    std::vector<Column>& columns() { return columns_; }

    /// New rows are zero.
    void resize(std::size_t rows);
    void reserve(std::size_t rows);

    /// The values of a field. @pre has(field), with that type
    template <class T>
    View<T> write(const Field<T>& field) {
        Column& column = at(field);
        return {reinterpret_cast<T*>(column.values.data()), size_};
    }
    template <class T>
    View<const T> read(const Field<T>& field) const {
        const Column& column = const_cast<Table*>(this)->at(field);
        return {reinterpret_cast<const T*>(column.values.data()), size_};
    }

    /// Memory held by all columns [bytes].
    std::size_t memoryBytes() const;

  private:
    Column& at(const FieldInfo& field);

    std::string name_;
    std::size_t size_ = 0;
    std::vector<Column> columns_;
};

}  // namespace talus::state
