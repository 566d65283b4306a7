#pragma once
#include <memory>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

/// Sums all forces on each mass: gravity, the constant force of its group, the medium, springs, near masses,
/// links within the grain and walls. Each mass sums its own in the same order, so that any number of threads
/// gives the same bits. Walls get the opposite of what they do to masses, and the forces on masses
/// that they carry (load_walls.h).
struct SumForces {
    static constexpr const char* name = "sum forces of links";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    template <int Dimensions>
    void sum(step::Step& step) const;
};

}  // namespace talus::network
