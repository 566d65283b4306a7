#include "talus/sand/sources/remove.h"

#include "talus/environment/sources/remove.h"
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
    const double lowest =
        heightOfFallen(fallen, step.exec, ground ? &ground->grid : nullptr,
                       ground ? step.read(ground->table, *ground->height) : exec::View<const double>{});
    const environment::Gone gone =
        environment::findGone(step.exec, position, sinks, fallen ? fallen->up : Vec3d{}, lowest);
    if (!gone.any()) return;
    step.write(ledger_table, fields::sunk)[0] += gone.sunk;
    step.write(ledger_table, fields::fallen)[0] += gone.fallen;
    step.write(ledger_table, fields::wandered)[0] = fields::rows_changed;
    state::reorder(step.exec, gone.kept.view(), step.resizable(sand_table));
}

}  // namespace talus::sand
