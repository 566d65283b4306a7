#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Behind what adds and takes particles: what came in brings its sediment along, what went took it away.
struct CountSediment {
    static constexpr const char* name = "count sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// What the water carries at the end of a step, and the share of each particle's volume that it is.
struct SumSediment {
    static constexpr const char* name = "sum sediment";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Solid that the ground has more than at the start [kg].
double groundSolid(const Setup& setup, const exec::Exec& exec, exec::View<const double> cut,
                   exec::View<const double> deposit);

}  // namespace talus::couple::erosion
