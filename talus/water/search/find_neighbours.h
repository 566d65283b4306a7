#pragma once
#include <memory>

#include "talus/environment/periodic.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"

namespace talus::water {

/// Puts the particles into the order of their cells and lists, for each, all others nearer than the support.
/// The list of one particle is as long as a multiple of the processor's lanes; what is not a neighbour points
/// to the last row of the work table, which is far from all. Fills `place` and `flow` as well.
struct FindNeighbours {
    static constexpr const char* name = "find neighbours";
    double support = 0;  ///< [m]
    double density = 0;  ///< at rest [kg/m^3]
    environment::Periodic domain{};

    struct Scratch;  ///< of this stage alone: cells, keys, the last step's order
    FindNeighbours(double of_kernel, double rest_density, environment::Periodic periodic);

    step::Access access() const;
    void run(step::Step& step);

  private:
    bool sort(step::Step& step);
    void place(step::Step& step) const;
    std::shared_ptr<Scratch> scratch_;
};

}  // namespace talus::water
