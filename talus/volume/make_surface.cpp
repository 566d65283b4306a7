#include "talus/volume/make_surface.h"

namespace talus::volume {

step::Access MakeSurface::access() const {
    return {.reads = {{volume.blocks, volume.slot},
                      {volume.blocks, volume.changes},
                      {volume.cells, volume.firm},
                      {volume.cells, volume.loose}},
            .writes = {},
            .resizes = {},
            .produces = {environment::volume_scratch}};
}

void MakeSurface::run(step::Step& step) const {
    const geometry::VolumeCells cells{volume.grid, step.read(volume.blocks, *volume.slot),
                                      step.read(volume.cells, *volume.firm),
                                      step.read(volume.cells, *volume.loose)};
    step.produce<geometry::VolumeSurface>(environment::volume_scratch)
        .update(step.exec, cells, step.read(volume.blocks, *volume.changes));
}

geometry::VolumeCells cellsOf(const environment::GroundVolume& volume, const state::World& world) {
    const state::Table& cells = world.table(volume.cells);
    return {volume.grid, world.table(volume.blocks).read(*volume.slot), cells.read(*volume.firm),
            cells.read(*volume.loose)};
}

geometry::VolumeSurface surfaceOf(const environment::GroundVolume& volume, const state::World& world) {
    geometry::VolumeSurface surface;
    surface.update(exec::Exec::serial(), cellsOf(volume, world),
                   world.table(volume.blocks).read(*volume.changes));
    return surface;
}

}  // namespace talus::volume
