#pragma once
#include "talus/environment/environment.h"
#include "talus/geometry/volume/volume_surface.h"
#include "talus/step/stage.h"

namespace talus::volume {

/// Puts the surface of the volume, as its cells are now, into the room `environment::volume_scratch`: that of
/// the last step, but for the blocks that have changed.
struct MakeSurface {
    static constexpr const char* name = "make the surface";
    environment::GroundVolume volume;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The cells of a volume in a world.
geometry::VolumeCells cellsOf(const environment::GroundVolume& volume, const state::World& world);
/// Their surface, made anew.
geometry::VolumeSurface surfaceOf(const environment::GroundVolume& volume, const state::World& world);

}  // namespace talus::volume
