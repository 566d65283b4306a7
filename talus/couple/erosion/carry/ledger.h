#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Sets the sediment of particles that flowed in, and counts that of removed particles. It runs after the
/// stages that add and remove particles.
struct CountSediment {
    static constexpr const char* name = "count sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// At the end of a step: computes the concentration of each particle, and the total solid in the water.
struct SumSediment {
    static constexpr const char* name = "sum sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Change of the solid in the ground since the start [kg].
double groundSolid(const Setup& setup, const exec::Exec& exec, exec::View<const double> cut,
                   exec::View<const double> deposit);

}  // namespace talus::couple::erosion
