#pragma once
#include "talus/environment/periodic.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"

namespace talus::water {

/// Sorts the particles by cells, and lists for each all others within the support. The length of a list is a
/// multiple of the processor's lanes: it is padded with the last row of the work table, which is far from all
/// particles. Also fills `position_pressure` and `flow`.
struct FindNeighbours {
    static constexpr const char* name = "find neighbours";
    double support = 0;  ///< [m]
    double density = 0;  ///< at rest [kg/m^3]
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
