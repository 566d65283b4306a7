#pragma once
#include <memory>
#include <vector>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* springs_scratch = "network.springs";

/// Vectors with a component after the other, so that loops become vector instructions. Only components in
/// which masses move are there; the others are empty.
struct Components {
    std::vector<double> x, y, z;

    void resize(int dimensions, std::size_t size);
};

/// What springs read and give.
struct SpringForces {
    Components position, velocity;  ///< of each row at the start
    Components force;               ///< on the first mass of each spring [N]; the second gets the opposite
};

/// Finds the force of each spring once: each mass then sums those at its ends.
struct FindSpringForces {
    static constexpr const char* name = "forces of springs";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    template <int Dimensions>
    void find(step::Step& step, SpringForces& out) const;
};

}  // namespace talus::network
