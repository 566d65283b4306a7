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

/// How far a run has come. Checks derive bounds for counts from it.
struct RunProgress {
    std::vector<std::size_t> rows_at_start{};  ///< of each table of the world, in its order
    std::uint64_t steps_per_frame = 1;         ///< of the scene, >= 1
    double dt = 0;                             ///< of the scene's steps [s]
    /// When the last step of the scene began [s]; none: no step has been taken.
    std::optional<double> last_step_began{};
};

/// a + b, or the largest number where the sum is larger: sums of counts from a file must not wrap around.
inline std::uint64_t saturatingSum(std::uint64_t a, std::uint64_t b) {
    return a > ~std::uint64_t{0} - b ? ~std::uint64_t{0} : a + b;
}

/// Checks a world whose columns came from a file, which may hold anything: indices and counts must be in
/// range, and real numbers must be finite. Each method asks for the checks that its loops rely on, column by
/// column; unchecked() lists the columns without a check. The first invalid value is kept as an error with
/// its table, column and row; later checks do nothing.
class StateCheck {
  public:
    /// @param saved the snapshot of the world's values; null: the numbers of rows of scratch are those of the
    /// world
    explicit StateCheck(const World& world, RunProgress run = {}, const Snapshot* saved = nullptr)
        : world_(world), run_(std::move(run)), saved_(saved) {}

    /// The table has `count` rows.
    void rows(const char* table, std::size_t count);
    /// A table without persistent columns was saved with at most `count` rows.
    void scratchRows(const char* table, std::uint64_t count);
    /// Every value is an index below `count`.
    template <class T>
    void below(const char* table, const Field<T>& field, std::uint64_t count) {
        each(
            table, field, [=](T value) { return value < count; },
            [&] {
                return count == 0 ? std::string("no index is valid: there are 0 rows") : belowText(count);
            });
    }
    /// Every corner of every element is an index below `count`.
    template <std::size_t N>
    void below(const char* table, const Field<std::array<std::uint32_t, N>>& field, std::uint64_t count) {
        const auto fits = [=](const std::array<std::uint32_t, N>& corners) {
            return std::all_of(corners.begin(), corners.end(), [=](auto corner) { return corner < count; });
        };
        each(table, field, fits, [&] { return belowText(count); });
    }
    /// Every value is at most `count`.
    template <class T>
    void atMost(const char* table, const Field<T>& field, std::uint64_t count) {
        each(
            table, field, [=](T value) { return value <= count; }, [&] { return atMostText(count); });
    }
    /// The values are ends of consecutive ranges: they never fall, and are at most `count`.
    void ends(const char* table, const Field<std::uint32_t>& field, std::uint64_t count);
    /// Every value is in [low, high].
    void within(const char* table, const Field<double>& field, double low, double high);
    /// All real numbers of a table are finite. The first component of the fields `or_infinite` may be
    /// infinite.
    void finite(const char* table, std::initializer_list<std::string_view> or_infinite = {});
    /// Any value of this field is valid: it is not used as an index, count or measure.
    void anyValue(const char* table, const FieldInfo& field) { note(table, field.name); }

    /// The caller checks this field itself, and calls fail() where a value is invalid.
    void byCaller(const char* table, const FieldInfo& field) { note(table, field.name); }
    /// Reports an invalid value. @param how which values are valid
    void fail(const char* table, const char* column, std::size_t row, const std::string& how);

    bool ok() const { return status_.ok(); }
    const World& world() const { return world_; }
    const RunProgress& run() const { return run_; }
    /// Number of rows that a table had before the first step.
    std::uint64_t rowsAtStart(std::string_view table) const;
    /// Error (Input) that names table, column and row.
    const Status& status() const { return status_; }
    /// Persistent columns (TABLE.COLUMN) and tables of scratch (TABLE) without a check.
    std::vector<std::string> unchecked() const;

  private:
    static std::string belowText(std::uint64_t count);
    static std::string atMostText(std::uint64_t count);
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
    RunProgress run_;
    const Snapshot* saved_;
    std::set<std::pair<std::string, std::string>> asked_;  ///< table and column; column "": number of rows
    Status status_ = success();
};

}  // namespace talus::state
