#pragma once
#include <memory>
#include <span>
#include <vector>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* springs_scratch = "network.springs";

/// The force on the first mass of each spring [N], a component after the other: loops over springs become
/// vector instructions. Components in which masses do not move stay 0.
struct SpringForces {
    std::vector<double> x, y, z;

    /// Adds the forces on the mass at these ends, in their order. Both masses of a spring get the same force
    /// with opposite signs to the last bit.
    template <int Dimensions>
    void addAt(std::span<const SpringEnd> ends, Vec3d& force) const {
        for (const SpringEnd end : ends) {
            const std::size_t spring = end / 2;
            const double sign = end % 2 == 0 ? 1 : -1;
            if constexpr (Dimensions > 1) force.x += x[spring] * sign;
            if constexpr (Dimensions > 2) force.y += y[spring] * sign;
            force.z += z[spring] * sign;
        }
    }
};

/// Finds the force of each spring once: each mass then sums those at its ends.
struct FindSpringForces {
    static constexpr const char* name = "forces of springs";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
