#include "talus/water/sources/sink_water.h"

#include <algorithm>

#include "talus/exec/reduce.h"
#include "talus/state/reorder.h"

namespace talus::water {

step::Access SinkWater::access() const {
    return {.reads = {{water_table, &fields::position}, {ledger_table, &fields::sunk}},
            .writes = {{ledger_table, &fields::sunk}},
            .resizes = {water_table}};
}

void SinkWater::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    const auto taken = [&](std::size_t i) {
        return std::any_of(sinks.begin(), sinks.end(),
                           [&](const auto& sink) { return takes(sink, position[i]); });
    };
    const auto gone = exec::sum(step.exec, position.size(), std::size_t{0},
                                [&](std::size_t i) { return std::size_t{taken(i)}; });
    if (gone == 0) return;
    exec::Array<std::uint32_t> kept;
    kept.resize(position.size() - gone);
    std::size_t k = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (!taken(i)) kept[k++] = static_cast<std::uint32_t>(i);
    step.write(ledger_table, fields::sunk)[0] += gone;
    state::reorder(step.exec, std::as_const(kept).view(), step.resizable(water_table));
}

}  // namespace talus::water
