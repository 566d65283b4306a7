#include "talus/water/sources/remove_water.h"

#include <algorithm>
#include <limits>

#include "talus/exec/reduce.h"
#include "talus/state/reorder.h"

namespace talus::water {

step::Access RemoveWater::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{{ledger_table, &sunk}, {ledger_table, &fields::fallen}};
    step::Access access{.reads = sums, .writes = sums, .resizes = {water_table}};
    access.reads.push_back({water_table, &position});
    if (fallen && solids.ground) access.reads.push_back({solids.ground->table, solids.ground->height});
    return access;
}

void RemoveWater::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    double height = -std::numeric_limits<double>::infinity();
    if (fallen)
        height = heightOfFallen(*fallen, step.exec, solids,
                                solids.ground ? step.read(solids.ground->table, *solids.ground->height)
                                              : exec::View<const double>{});
    const auto off = [&](std::size_t i) { return fallen && dot(position[i], fallen->up) < height; };
    const auto sinks_in = [&](std::size_t i) {
        return std::any_of(sinks.begin(), sinks.end(),
                           [&](const auto& sink) { return takes(sink, position[i]); });
    };
    struct Gone {
        std::size_t sunk = 0, fallen = 0;
    };
    const Gone gone = exec::reduce(
        step.exec, position.size(), Gone{},
        [&](std::size_t i) {
            return sinks_in(i) ? Gone{1, 0} : Gone{0, std::size_t{off(i)}};
        },
        [](const Gone& a, const Gone& b) {
            return Gone{a.sunk + b.sunk, a.fallen + b.fallen};
        });
    if (gone.sunk + gone.fallen == 0) return;
    exec::Array<std::uint32_t> kept;
    kept.resize(position.size() - gone.sunk - gone.fallen);
    std::size_t k = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (!sinks_in(i) && !off(i)) kept[k++] = static_cast<std::uint32_t>(i);
    step.write(ledger_table, fields::sunk)[0] += gone.sunk;
    step.write(ledger_table, fields::fallen)[0] += gone.fallen;
    state::reorder(step.exec, std::as_const(kept).view(), step.resizable(water_table));
}

}  // namespace talus::water
