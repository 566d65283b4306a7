#pragma once
#include "talus/couple/erosion/bed/bed.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Finds the wet cells of the ground, places points on them, and samples the flow at each point: the height
/// and velocity of the particles near it, weighted by a kernel, and the shear stress that follows.
struct SampleBed {
    static constexpr const char* name = "sample the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Applies the friction of the bed to the water: the shear stress at each point beyond the water's own wall
/// friction, distributed over the particles near the point. The opposite force is added to the ground's load.
struct ApplyBedFriction {
    static constexpr const char* name = "apply bed friction";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Adds the weight of sediment to particles. With the volume fraction C of sediment the density of the
/// mixture is rho_m = rho + (rho_s - rho) C, and the acceleration increases by g (rho_m - rho) / rho_m. That
/// is the acceleration of a parcel of this density in clear water at rest. A particle without pressure falls
/// freely, so its acceleration is not changed.
struct WeighSediment {
    static constexpr const char* name = "weigh sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion
