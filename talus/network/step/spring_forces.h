#pragma once
#include <memory>
#include <vector>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* springs_scratch = "network.springs";

/// The force on the first mass of each spring [N], a component after the other: loops over springs become
/// vector instructions.
struct SpringForces {
    std::vector<double> x, y, z;

    Vec3d at(std::size_t spring) const { return {x[spring], y[spring], z[spring]}; }
    /// On the mass at an end. Both ends get the same force with opposite signs to the last bit.
    Vec3d on(SpringEnd end) const {
        const double sign = end % 2 == 0 ? 1 : -1;
        return at(end / 2) * sign;
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
