#pragma once
#include "talus/couple/erosion/bed/bed.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Finds the wet part of the ground, puts points on it, and tells each what flows over it: the mean height
/// and velocity of the particles near it, weighted by a kernel, and the shear stress that follows.
struct SampleBed {
    static constexpr const char* name = "sample the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The flow loses what the bed feels beyond the water's own friction on walls: each point's shear, shared by
/// the particles that it sees. The ground's load gets it.
struct RubWater {
    static constexpr const char* name = "rub on the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Sediment weighs: a particle with a volume fraction C of it gets g (rho_m - rho) / rho_m more, rho_m = rho
/// + (rho_s - rho) C, which is what a parcel of that density in clear water at rest has. One without pressure
/// falls freely, with its sediment.
struct WeighSediment {
    static constexpr const char* name = "weigh sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion
