#include "talus/run/session/carry_state.h"

#include <algorithm>
#include <cmath>

#include "talus/core/hash.h"

namespace talus::run {

StartState startOf(const scene::Simulation& simulation) {
    StartState start;
    for (const state::Table& table : simulation.world().tables())
        for (const state::Column& column : table.columns()) {
            if (column.info->lifetime != state::Lifetime::Persistent ||
                column.info->start_value != state::StartValue::Scene)
                continue;
            Hasher hasher;
            hasher.add(column.values.data(), column.values.size());
            start.columns.push_back({table.name() + "." + column.info->name, hasher.value()});
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

Status carryState(const state::World& from, std::uint64_t step, scene::Simulation& to) {
    const state::Snapshot old = state::takeSnapshot(from);
    state::Snapshot carried = state::takeSnapshot(to.world());
    carried.step = step;
    carried.time = to.clock().time(step);
    for (state::Snapshot::SavedTable& table : carried.tables) {
        const auto source = std::find_if(old.tables.begin(), old.tables.end(),
                                         [&](const auto& other) { return other.name == table.name; });
        if (source == old.tables.end()) continue;
        for (state::Snapshot::SavedColumn& column : table.columns) {
            const auto values =
                std::find_if(source->columns.begin(), source->columns.end(), [&](const auto& other) {
                    return other.name == column.name && other.scalar == column.scalar &&
                           other.components == column.components;
                });
            if (values != source->columns.end())
                column.bytes = values->bytes;
            else
                column.bytes.assign(source->rows * state::bytesOf(column.scalar) *
                                        static_cast<std::size_t>(column.components),
                                    std::byte{0});
        }
        table.rows = source->rows;
    }
    return to.restore(carried);
}

}  // namespace talus::run
