#pragma once
#include <memory>
#include <vector>

#include "talus/particles/fields.h"
#include "talus/particles/forces/air.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// Rows that a stage does at a time: what all stages touch of them fits into a core's cache.
inline constexpr std::size_t part_rows = 1024;

/// Gravity, attractors and buoyancy.
struct External {
    Vec3d gravity;  ///< [m/s^2]
    std::vector<Attractor> attractors;
    Buoyancy buoyancy;

    bool uniform() const { return attractors.empty() && !buoyancy.on; }
    /// Acceleration of a particle [m/s^2].
    Vec3d at(const Vec3d& place, double temperature) const;
};

/// Drag in moving air.
struct Dissipative {
    Drag drag;
    Air air;

    bool any() const { return drag.linear > 0 || drag.quadratic > 0; }
    /// Force on a particle [N].
    Vec3d at(const Vec3d& place, const Vec3d& velocity, double time) const;
};

/// force = 0: every step, and every sum of forces, begins with it.
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
    double ahead = 0;  ///< of the air's time: 0 as the step begins, 1 as it ends

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Temperatures go to that of the air: T - ambient is multiplied by exp(-dt / cooling), which is exact.
struct Cool {
    static constexpr const char* name = "cool";
    Names tables;
    Buoyancy buoyancy;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::particles
