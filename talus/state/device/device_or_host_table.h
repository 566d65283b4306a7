#pragma once
#include <string_view>

#include "talus/exec/device_or_host_array.h"
#include "talus/state/table.h"

namespace talus::state::device {

using exec::DeviceOrHostArray;
using exec::View;

/// A table whose columns are in the memory of a device or of the host. It takes the columns of the table that
/// it is a copy of.
class DeviceOrHostTable {
  public:
    explicit DeviceOrHostTable(exec::Device location) : location_(location) {}

    std::size_t size() const { return rows_; }
    /// Copies all values of a table in the memory of the host.
    void upload(const state::Table& table);
    /// Copies all values to a table in the memory of the host.
    void download(state::Table& table) const;
    /// The values are undefined afterwards.
    void resize(std::size_t rows);
    /// Takes the columns of another table, without values: 0 rows.
    void shapeLike(const DeviceOrHostTable& other);
    bool has(const state::FieldInfo& field) const { return find(field) != nullptr; }

    /// The values of a field. @pre has(field)
    template <class T>
    View<T> write(const state::Field<T>& field) {
        return {reinterpret_cast<T*>(at(field).values.view().data()), rows_};
    }
    template <class T>
    View<const T> read(const state::Field<T>& field) const {
        return const_cast<DeviceOrHostTable*>(this)->write(field);
    }
    /// The values of a field; empty where the table does not have it.
    template <class T>
    View<T> writeIfAny(const state::Field<T>& field) {
        return has(field) ? write(field) : View<T>{};
    }

    struct Column {
        const state::FieldInfo* info;
        DeviceOrHostArray<std::byte> values;
    };
    std::vector<Column>& columns() { return columns_; }

  private:
    const Column* find(const state::FieldInfo& field) const;
    Column& at(const state::FieldInfo& field);

    exec::Device location_;
    std::size_t rows_ = 0;
    std::vector<Column> columns_;
};

/// Moves row order[k] of every column to row k, as state::reorder does. @pre `order` holds every row once
/// @param scratch memory that calls reuse
void reorder(const exec::Exec& exec, View<const std::uint32_t> order, DeviceOrHostTable& table,
             DeviceOrHostArray<std::byte>& scratch);

}  // namespace talus::state::device
