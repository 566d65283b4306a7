#include "talus/state/state_check.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace talus::state {
namespace {

/// Index of the first of `count` numbers that is an infinity or a NaN, whose exponent bits are all ones (IEEE
/// 754); `count` where there is none. @param infinite_ok whether the first component of each may be infinite
template <class Real, class Bits>
std::size_t notFinite(const std::byte* values, std::size_t count, int components, bool infinite_ok) {
    constexpr Bits exponent = std::bit_cast<Bits>(std::numeric_limits<Real>::infinity());
    constexpr Bits sign = ~(static_cast<Bits>(~Bits{0}) >> 1);
    for (std::size_t k = 0; k < count; ++k) {
        Bits bits = 0;
        std::memcpy(&bits, values + k * sizeof bits, sizeof bits);
        if ((bits & exponent) != exponent) continue;
        const bool infinite = (bits & ~sign) == exponent;
        if (!(infinite && infinite_ok && k % static_cast<std::size_t>(components) == 0)) return k;
    }
    return count;
}

}  // namespace

std::string StateCheck::belowText(std::uint64_t count) {
    return fmt::format("the value must be below {}", count);
}

std::string StateCheck::atMostText(std::uint64_t count) {
    return fmt::format("the value must be at most {}", count);
}

void StateCheck::fail(const char* table, const char* column, std::size_t row, const std::string& how) {
    if (!ok()) return;
    status_ = Error{ErrorKind::Input, fmt::format("its table '{}' is not valid: column '{}', row {}: {}",
                                                  table, column, row, how)};
}

void StateCheck::rows(const char* table, std::size_t count) {
    if (!ok() || world_.table(table).size() == count) return;
    status_ = Error{ErrorKind::Input, fmt::format("its table '{}' has {} rows; the scene needs {}", table,
                                                  world_.table(table).size(), count)};
}

void StateCheck::scratchRows(const char* table, std::uint64_t count) {
    note(table, "");
    if (!ok()) return;
    std::size_t rows = world_.table(table).size();
    if (saved_ != nullptr)
        for (const Snapshot::SavedTable& saved : saved_->tables)
            if (saved.name == table) rows = saved.rows;
    if (rows <= count) return;
    status_ = Error{ErrorKind::Input,
                    fmt::format("its table '{}' has {} rows; a step makes at most {}", table, rows, count)};
}

std::uint64_t StateCheck::rowsAtStart(std::string_view table) const {
    std::size_t index = 0;
    for (const Table& each : world_.tables()) {
        if (each.name() == table) return index < run_.rows_at_start.size() ? run_.rows_at_start[index] : 0;
        ++index;
    }
    return 0;
}

std::vector<std::string> StateCheck::unchecked() const {
    std::vector<std::string> left;
    for (const Table& table : world_.tables()) {
        bool persistent = false;
        for (const Column& column : table.columns()) {
            if (column.info->lifetime != Lifetime::Persistent) continue;
            persistent = true;
            if (!asked_.contains({table.name(), column.info->name}))
                left.push_back(fmt::format("{}.{}", table.name(), column.info->name));
        }
        if (!persistent && !asked_.contains({table.name(), ""})) left.push_back(table.name());
    }
    return left;
}

void StateCheck::ends(const char* table, const Field<std::uint32_t>& field, std::uint64_t count) {
    std::uint32_t before = 0;
    each(
        table, field,
        [&](std::uint32_t value) { return value >= std::exchange(before, value) && value <= count; },
        [&] { return fmt::format("ends must not fall, and be at most {}", count); });
}

void StateCheck::within(const char* table, const Field<double>& field, double low, double high) {
    each(
        table, field, [=](double value) { return value >= low && value <= high; },
        [&] { return fmt::format("the value must be from {:g} to {:g}", low, high); });
}

void StateCheck::finite(const char* table, std::initializer_list<std::string_view> or_infinite) {
    for (const Column& column : world_.table(table).columns()) {
        const FieldInfo& field = *column.info;
        if (field.scalar != Scalar::F64 && field.scalar != Scalar::F32) continue;
        note(table, field.name);
        if (!ok()) continue;
        const std::size_t count = column.values.size() / bytesOf(field.scalar);
        const bool infinite_ok =
            std::ranges::find(or_infinite, std::string_view(field.name)) != or_infinite.end();
        std::size_t found = count;
        if (field.scalar == Scalar::F64)
            found =
                notFinite<double, std::uint64_t>(column.values.data(), count, field.components, infinite_ok);
        else if (field.scalar == Scalar::F32)
            found =
                notFinite<float, std::uint32_t>(column.values.data(), count, field.components, infinite_ok);
        if (found < count)
            fail(table, field.name, found / static_cast<std::size_t>(field.components),
                 "the value is not a finite number");
    }
}

}  // namespace talus::state
