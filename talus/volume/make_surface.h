#pragma once
#include "talus/environment/environment.h"
#include "talus/geometry/volume/volume_surface.h"
#include "talus/step/stage.h"

namespace talus::volume {

/// Produces the scratch `environment::volume_scratch`: the surface of the volume. Only blocks that changed
/// since the last step are computed again.
struct MakeSurface {
    static constexpr const char* name = "make the surface";
    environment::GroundVolume volume;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The cells of a volume in a world.
geometry::VolumeCells cellsOf(const environment::GroundVolume& volume, const state::World& world);
/// The surface of a volume in a world, computed from all its cells.
geometry::VolumeSurface surfaceOf(const environment::GroundVolume& volume, const state::World& world);

}  // namespace talus::volume
