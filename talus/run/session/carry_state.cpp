#include "talus/run/session/carry_state.h"

#include <algorithm>
#include <cmath>

#include "talus/core/hash.h"

namespace talus::run {

StartState startOf(const scene::Simulation& simulation, const StartState* first) {
    StartState start;
    for (const state::Table& table : simulation.world().tables()) {
        std::size_t rows = table.size();
        if (first != nullptr)
            if (const auto found = first->rows.find(table.name()); found != first->rows.end())
                rows = std::min(rows, found->second);
        start.rows[table.name()] = rows;
        for (const state::Column& column : table.columns()) {
            if (column.info->lifetime != state::Lifetime::Persistent ||
                column.info->start_value != state::StartValue::Scene)
                continue;
            Hasher hasher;
            hasher.add(column.values.data(),
                       table.size() > 0 ? column.values.size() / table.size() * rows : 0);
            start.columns.push_back({table.name() + "." + column.info->name, hasher.value()});
        }
    }
    return start;
}

bool sameStart(const StartState& a, const StartState& b) {
    return std::all_of(a.columns.begin(), a.columns.end(), [&](const StartState::Column& column) {
        const auto same =
            std::find_if(b.columns.begin(), b.columns.end(),
                         [&](const StartState::Column& other) { return other.name == column.name; });
        return same == b.columns.end() || *same == column;
    });
}

std::optional<std::uint64_t> stepAt(double time, const step::Clock& clock) {
    const auto step = static_cast<std::uint64_t>(std::llround(time / clock.dt()));
    if (clock.time(step) != time) return std::nullopt;
    return step;
}

namespace {

using SavedTable = state::Snapshot::SavedTable;
using SavedColumn = state::Snapshot::SavedColumn;

const SavedColumn* sameColumn(const SavedTable& table, const SavedColumn& column) {
    const auto found =
        std::find_if(table.columns.begin(), table.columns.end(), [&](const SavedColumn& other) {
            return other.name == column.name && other.scalar == column.scalar &&
                   other.components == column.components;
        });
    return found == table.columns.end() ? nullptr : &*found;
}

/// Sets a table to the rows of the old one.
void carryRows(const SavedTable& from, SavedTable& to) {
    for (SavedColumn& column : to.columns) {
        const std::size_t bytes = state::bytesOf(column.scalar) * static_cast<std::size_t>(column.components);
        if (const SavedColumn* values = sameColumn(from, column))
            column.bytes = values->bytes;
        else
            column.bytes.assign(from.rows * bytes, std::byte{0});
    }
    to.rows = from.rows;
}

/// Sets the first rows of a table to those of the old one. Its other rows, and columns that the old one does
/// not have, stay as they are at the start.
void carryFirstRows(const SavedTable& from, SavedTable& to) {
    for (SavedColumn& column : to.columns)
        if (const SavedColumn* values = sameColumn(from, column))
            std::copy(values->bytes.begin(), values->bytes.end(), column.bytes.begin());
}

}  // namespace

Status carryState(const state::World& from, std::uint64_t step, scene::Simulation& to,
                  const StartState* start) {
    const state::Snapshot old = state::takeSnapshot(from);
    state::Snapshot carried = state::takeSnapshot(to.world());
    carried.step = step;
    carried.time = to.clock().time(step);
    const auto has_more = [&](const SavedTable& table, const SavedTable& source) {
        if (start == nullptr) return false;
        const auto rows = start->rows.find(table.name);
        return rows != start->rows.end() && source.rows == rows->second && table.rows > source.rows;
    };
    for (SavedTable& table : carried.tables) {
        const auto source = std::find_if(old.tables.begin(), old.tables.end(),
                                         [&](const auto& other) { return other.name == table.name; });
        if (source == old.tables.end()) continue;
        has_more(table, *source) ? carryFirstRows(*source, table) : carryRows(*source, table);
    }
    return to.restore(carried);
}

}  // namespace talus::run
