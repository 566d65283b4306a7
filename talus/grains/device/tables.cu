#include "talus/grains/device/grains_state.h"

namespace talus::grains::device {

void GrainTables::upload(const state::World& world) {
    grains.upload(world.table(grains_table));
    blocks.upload(world.table(blocks_table));
    halo.upload(world.table(halo_table));
    contacts.upload(world.table(contacts_table));
    wall_contacts.upload(world.table(wall_contacts_table));
}

Precision GrainTables::precision() const {
    return grains.has(fields::force<float>) ? Precision::Mixed : Precision::Double;
}

void GrainTables::download(state::World& world) const {
    grains.download(world.table(grains_table));
    blocks.download(world.table(blocks_table));
    halo.download(world.table(halo_table));
    contacts.download(world.table(contacts_table));
    wall_contacts.download(world.table(wall_contacts_table));
}

}  // namespace talus::grains::device
