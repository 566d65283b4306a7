#pragma once
#include "talus/environment/periodic.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"

namespace talus::water {

/// Puts the particles into the order of their cells and lists, for each, all others nearer than the support.
/// The list of one particle is as long as a multiple of the processor's lanes; what is not a neighbour stands
/// for the last row of the work table, which is far from all. Fills `place` and `flow` as well.
struct FindNeighbours {
    static constexpr const char* name = "find neighbours";
    double support = 0;  ///< [m]
    double density = 0;  ///< at rest [kg/m^3]
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
