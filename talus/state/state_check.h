#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/state/world.h"

namespace talus::state {

/// Looks through a world whose columns came from a file, which may hold anything: what is used as an index
/// must be one, and real numbers must be numbers. Each method asks for what its loops rely on. The first
/// value that cannot be is kept, with its table, column and row; what is asked for after it is passed over.
class StateCheck {
  public:
    explicit StateCheck(const World& world) : world_(world) {}

    /// The table has so many rows.
    void rows(const char* table, std::size_t count);
    /// Every value is an index of something that has `count`.
    template <class T>
    void below(const char* table, const Field<T>& field, std::uint64_t count) {
        each(
            table, field, [=](T value) { return value < count; },
            [&] { return count == 0 ? std::string("there is nothing that it could count") : less(count); });
    }
    /// The same of each corner of an element.
    template <std::size_t N>
    void below(const char* table, const Field<std::array<std::uint32_t, N>>& field, std::uint64_t count) {
        const auto fits = [=](const std::array<std::uint32_t, N>& corners) {
            return std::all_of(corners.begin(), corners.end(), [=](auto corner) { return corner < count; });
        };
        each(table, field, fits, [&] { return less(count); });
    }
    /// Where things end in something that has `count`: rising, up to that.
    void ends(const char* table, const Field<std::uint32_t>& field, std::uint64_t count);
    /// low <= value <= high.
    void within(const char* table, const Field<double>& field, double low, double high);
    /// All real numbers of a table are finite, but for those in the first component of these fields, which
    /// may be infinite too.
    void finite(const char* table, std::initializer_list<std::string_view> or_infinite = {});

    /// The rule that a kind of checks of its own found broken.
    void fail(const char* table, const char* column, std::size_t row, const std::string& how);

    bool ok() const { return status_.ok(); }
    const World& world() const { return world_; }
    /// Error (Input) that names table, column and row.
    const Status& status() const { return status_; }

  private:
    static std::string less(std::uint64_t count);
    template <class T, class Fits, class How>
    void each(const char* table, const Field<T>& field, Fits fits, How how) {
        if (!ok()) return;
        const View<const T> values = world_.table(table).read(field);
        for (std::size_t row = 0; row < values.size(); ++row)
            if (!fits(values[row])) return fail(table, field.name, row, how());
    }

    const World& world_;
    Status status_ = success();
};

}  // namespace talus::state
