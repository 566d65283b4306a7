#include "talus/couple/ground_contact/fields.h"

namespace talus::couple {

void addGroundContacts(state::World& world, bool resists_turning, bool rests, bool settles) {
    state::Table& grains = world.table(grains::grains_table);
    grains.add(fields::ground_touches);
    grains.add(fields::ground_clearance);
    grains.add(fields::ground_normals);
    for (const auto& spring : fields::ground_spring) grains.add(spring);
    if (resists_turning)
        for (const auto& angle : fields::ground_angle) grains.add(angle);
    if (settles) grains.add(fields::sunk);
    if (rests) {
        grains.add(fields::ground_force);
        grains.add(fields::ground_torque);
    }
    state::Table& load = world.addTable(ground_load_table);
    load.add(fields::load_sum);
    load.add(fields::load_torque_sum);
    load.add(fields::clearance_version);
    load.add(fields::load_steps);
    load.resize(1);
}

}  // namespace talus::couple
