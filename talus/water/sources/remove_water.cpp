#include "talus/water/sources/remove_water.h"

#include "talus/environment/sources/remove.h"
#include "talus/state/reorder.h"

namespace talus::water {

step::Access RemoveWater::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{{ledger_table, &sunk}, {ledger_table, &fields::fallen}};
    step::Access access{.reads = sums, .writes = sums, .resizes = {water_table}};
    access.reads.push_back({water_table, &position});
    if (fallen && ground) access.reads.push_back({ground->table, ground->height});
    return access;
}

void RemoveWater::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    const double lowest =
        heightOfFallen(fallen, step.exec, ground ? &ground->grid : nullptr,
                       ground ? step.read(ground->table, *ground->height) : exec::View<const double>{});
    const environment::Gone gone =
        environment::findGone(step.exec, position, sinks, fallen ? fallen->up : Vec3d{}, lowest);
    if (!gone.any()) return;
    step.write(ledger_table, fields::sunk)[0] += gone.sunk;
    step.write(ledger_table, fields::fallen)[0] += gone.fallen;
    state::reorder(step.exec, gone.kept.view(), step.resizable(water_table));
}

}  // namespace talus::water
