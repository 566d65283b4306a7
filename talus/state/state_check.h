#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/core/result.h"
#include "talus/state/world.h"

namespace talus::state {

/// What a check needs to know of the run beside the world: what counts can have come to by now.
struct RunSoFar {
    std::vector<std::size_t> rows_at_start{};  ///< of each table of the world, in its order
    std::uint64_t steps_per_frame = 1;         ///< of the scene, >= 1
    double dt = 0;                             ///< of the scene's steps [s]
    /// When the last step of the scene began [s]; none: no step has been taken.
    std::optional<double> last_step_began{};
};

/// a + b, or the largest number where that is beyond it: sums of counts from a file must not wrap around.
inline std::uint64_t saturatingSum(std::uint64_t a, std::uint64_t b) {
    return a > ~std::uint64_t{0} - b ? ~std::uint64_t{0} : a + b;
}

/// Looks through a world whose columns came from a file, which may hold anything: indices and counts must be
/// in their ranges, and real numbers must be numbers. Each method asks for what its loops rely on, column by
/// column; unchecked() tells which columns nobody asked about. The first value that cannot be is kept, with
/// its table, column and row; what is asked for after it is passed over.
class StateCheck {
  public:
    /// @param saved where the world's values come from; null: rows of scratch are those of the world
    explicit StateCheck(const World& world, RunSoFar run = {}, const Snapshot* saved = nullptr)
        : world_(world), run_(std::move(run)), saved_(saved) {}

    /// The table has so many rows.
    void rows(const char* table, std::size_t count);
    /// A table without persistent columns was saved with at most so many rows.
    void scratchRows(const char* table, std::uint64_t count);
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
    /// Every value is a count of at most so many.
    template <class T>
    void atMost(const char* table, const Field<T>& field, std::uint64_t count) {
        each(
            table, field, [=](T value) { return value <= count; }, [&] { return more(count); });
    }
    /// Where things end in something that has `count`: rising, up to that.
    void ends(const char* table, const Field<std::uint32_t>& field, std::uint64_t count);
    /// low <= value <= high.
    void within(const char* table, const Field<double>& field, double low, double high);
    /// All real numbers of a table are finite, but for those in the first component of these fields, which
    /// may be infinite too.
    void finite(const char* table, std::initializer_list<std::string_view> or_infinite = {});
    /// Any value of this field is one that a run can have: nothing is indexed, counted or measured by it.
    void anyValue(const char* table, const FieldInfo& field) { note(table, field.name); }

    /// The caller looks at this field itself, and calls fail() where it has to.
    void byCaller(const char* table, const FieldInfo& field) { note(table, field.name); }
    /// The rule that a kind of checks of its own found broken.
    void fail(const char* table, const char* column, std::size_t row, const std::string& how);

    bool ok() const { return status_.ok(); }
    const World& world() const { return world_; }
    const RunSoFar& run() const { return run_; }
    /// Rows that a table had before the first step.
    std::uint64_t rowsAtStart(std::string_view table) const;
    /// Error (Input) that names table, column and row.
    const Status& status() const { return status_; }
    /// Persistent columns (TABLE.COLUMN) and tables of scratch (TABLE) that no check was asked for. Where a
    /// check failed, those of later checks are among them.
    std::vector<std::string> unchecked() const;

  private:
    static std::string less(std::uint64_t count);
    static std::string more(std::uint64_t count);
    void note(const char* table, const char* column) { asked_.emplace(table, column); }
    template <class T, class Fits, class How>
    void each(const char* table, const Field<T>& field, Fits fits, How how) {
        note(table, field.name);
        if (!ok()) return;
        const View<const T> values = world_.table(table).read(field);
        for (std::size_t row = 0; row < values.size(); ++row)
            if (!fits(values[row])) return fail(table, field.name, row, how());
    }

    const World& world_;
    RunSoFar run_;
    const Snapshot* saved_;
    std::set<std::pair<std::string, std::string>> asked_;  ///< table and column; "" for its rows
    Status status_ = success();
};

}  // namespace talus::state
