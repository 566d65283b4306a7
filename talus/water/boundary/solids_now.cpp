#include "talus/water/boundary/solids_now.h"

#include "talus/environment/wall_state.h"

namespace talus::water {

SolidsNow::SolidsNow(const Solids& solids, const state::World& world)
    : walls_(*solids.walls, world.time, environment::wallState(world, *solids.walls)) {
    at_.ground_index = static_cast<std::uint32_t>(solids.count());
    if (solids.volume && world.find(solids.volume->blocks) != nullptr) {
        const environment::GroundVolume& of = *solids.volume;
        const state::Table &blocks = world.table(of.blocks), &cells = world.table(of.cells);
        volume_.update(exec::Exec::serial(),
                       {of.grid, blocks.read(*of.slot), cells.read(*of.firm), cells.read(*of.loose)},
                       blocks.read(*of.changes));
        at_.volume = &volume_;
    }
    if (!solids.ground || world.find(solids.ground->table) == nullptr) return;
    at_.height = world.table(solids.ground->table).read(*solids.ground->height);
    at_.grid = &solids.ground->grid;
    at_.ground = &surface_.emplace(solids.ground->grid, at_.height);
}

}  // namespace talus::water
