#pragma once
#include <memory>
#include <vector>

#include "talus/environment/air/air.h"
#include "talus/particles/fields.h"
#include "talus/particles/params.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// Rows that a stage handles at a time: all columns of these rows fit into a core's cache.
inline constexpr std::size_t part_rows = 1024;

/// Gravity, attractors and buoyancy.
struct External {
    Vec3d gravity;  ///< [m/s^2]
    std::vector<Attractor> attractors;
    Buoyancy buoyancy;

    bool uniform() const { return attractors.empty() && !buoyancy.on; }
    /// Acceleration of a particle [m/s^2].
    Vec3d at(const Vec3d& position, double temperature) const;
};

/// Drag in moving air.
struct Dissipative {
    Drag drag;
    environment::Air air;

    bool any() const { return drag.linear > 0 || drag.quadratic > 0; }
    /// Force on a particle [N].
    Vec3d at(const Vec3d& position, const Vec3d& velocity, double time) const;
};

/// Sets the force to 0, before forces are added.
struct ResetForces {
    static constexpr const char* name = "reset forces";
    Names tables;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Adds gravity, attractors and buoyancy to the force.
struct ExternalForces {
    static constexpr const char* name = "external forces";
    Names tables;
    External external;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Adds drag to the force.
struct DissipativeForces {
    static constexpr const char* name = "dissipative forces";
    Names tables;
    Dissipative dissipative;
    double ahead = 0;  ///< time at which the air is evaluated: 0 start of the step, 1 its end

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Cools particles towards the temperature of the air: T - ambient is multiplied by exp(-dt / cooling), which
/// is exact.
struct Cool {
    static constexpr const char* name = "cool";
    Names tables;
    Buoyancy buoyancy;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::particles
