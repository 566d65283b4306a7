#include "talus/water/boundary/solids_now.h"

#include "talus/environment/followed_poses.h"

namespace talus::water {

SolidsNow::SolidsNow(const Solids& solids, const state::World& world)
    : walls_(*solids.walls, world.time, environment::followedPoses(world, *solids.walls)) {
    if (!solids.ground || world.find(solids.ground->table) == nullptr) return;
    at_.height = world.table(solids.ground->table).read(*solids.ground->height);
    at_.grid = &solids.ground->grid;
    at_.ground_index = static_cast<std::uint32_t>(solids.count());
    at_.ground = &surface_.emplace(solids.ground->grid, at_.height);
}

}  // namespace talus::water
