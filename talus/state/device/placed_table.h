#pragma once
#include <string_view>

#include "talus/exec/placed_array.h"
#include "talus/state/table.h"

namespace talus::state::device {

using exec::PlacedArray;
using exec::View;

/// A table whose columns lie where the loops of an Exec run. Takes the columns of the table that it is a copy
/// of, whichever these are.
class PlacedTable {
  public:
    explicit PlacedTable(exec::Device where) : where_(where) {}

    std::size_t size() const { return rows_; }
    void upload(const state::Table& table);
    void download(state::Table& table) const;
    /// Contents are undefined afterwards.
    void resize(std::size_t rows);
    /// Takes the columns of another table, without their values.
    void shapeLike(const PlacedTable& other);
    bool has(const state::FieldInfo& field) const { return find(field) != nullptr; }

    /// The values of a field. @pre has(field)
    template <class T>
    View<T> write(const state::Field<T>& field) {
        return {reinterpret_cast<T*>(at(field).values.view().data()), rows_};
    }
    template <class T>
    View<const T> read(const state::Field<T>& field) const {
        return const_cast<PlacedTable*>(this)->write(field);
    }
    /// Likewise; empty where the table has no such field.
    template <class T>
    View<T> writeIfAny(const state::Field<T>& field) {
        return has(field) ? write(field) : View<T>{};
    }

    struct Column {
        const state::FieldInfo* info;
        PlacedArray<std::byte> values;
    };
    std::vector<Column>& columns() { return columns_; }

  private:
    const Column* find(const state::FieldInfo& field) const;
    Column& at(const state::FieldInfo& field);

    exec::Device where_;
    std::size_t rows_ = 0;
    std::vector<Column> columns_;
};

/// Puts row order[k] of every column into row k, as state::reorder does. @pre the order holds every row once
/// @param room memory that is used again and again
void reorder(const exec::Exec& exec, View<const std::uint32_t> order, PlacedTable& table,
             PlacedArray<std::byte>& room);

}  // namespace talus::state::device
