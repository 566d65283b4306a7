#include "talus/sand/sources/remove.h"

#include <algorithm>
#include <limits>

#include "talus/exec/reduce.h"
#include "talus/state/reorder.h"

namespace talus::sand {

step::Access RemoveSand::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{
        {ledger_table, &sunk}, {ledger_table, &fields::fallen}, {ledger_table, &wandered}};
    step::Access access{.reads = sums, .writes = sums, .resizes = {sand_table}};
    access.reads.push_back({sand_table, &position});
    if (fallen && ground) access.reads.push_back({ground->table, ground->height});
    return access;
}

void RemoveSand::run(step::Step& step) const {
    const auto position = step.read(sand_table, fields::position);
    double lowest = -std::numeric_limits<double>::infinity();
    if (fallen) {
        lowest = fallen->height;
        if (ground)
            lowest = std::min(
                lowest,
                geometry::boundsOf(step.exec, ground->grid, step.read(ground->table, *ground->height)).min.z -
                    fallen->margin);
    }
    const auto isFallen = [&](std::size_t i) { return fallen && dot(position[i], fallen->up) < lowest; };
    const auto isSunk = [&](std::size_t i) {
        return std::any_of(sinks.begin(), sinks.end(),
                           [&](const environment::Sink& sink) { return takes(sink, position[i]); });
    };
    struct Gone {
        std::size_t sunk = 0, fallen = 0;
    };
    const Gone gone = exec::reduce(
        step.exec, position.size(), Gone{},
        [&](std::size_t i) {
            return isSunk(i) ? Gone{1, 0} : Gone{0, std::size_t{isFallen(i)}};
        },
        [](const Gone& a, const Gone& b) {
            return Gone{a.sunk + b.sunk, a.fallen + b.fallen};
        });
    if (gone.sunk + gone.fallen == 0) return;
    exec::Array<std::uint32_t> kept;
    kept.resize(position.size() - gone.sunk - gone.fallen);
    std::size_t k = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (!isSunk(i) && !isFallen(i)) kept[k++] = static_cast<std::uint32_t>(i);
    step.write(ledger_table, fields::sunk)[0] += gone.sunk;
    step.write(ledger_table, fields::fallen)[0] += gone.fallen;
    step.write(ledger_table, fields::wandered)[0] = fields::rows_changed;
    state::reorder(step.exec, std::as_const(kept).view(), step.resizable(sand_table));
}

}  // namespace talus::sand
