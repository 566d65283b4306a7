#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "talus/environment/sources/region_sampler.h"
#include "talus/environment/walls.h"
#include "talus/particles/forces/forces.h"

namespace talus::particles {

/// A wall that carries an emitter: the emitter moves with the wall's reference point, but does not rotate.
struct Carrier {
    std::size_t wall = 0;
    Vec3d at;  ///< position of the reference point in the scene file [m]
};

/// An emitter with what it needs to make particles.
struct Source {
    Emitter emitter;
    Random random;
    environment::RegionSampler positions;
    std::optional<Carrier> carrier{};
};

/// Makes the particles that are due. All random values of a particle are functions of the emitter's stream
/// and of the number of particles that it made before.
struct Emit {
    static constexpr const char* name = "emit";
    Names tables;
    std::shared_ptr<const std::vector<Source>> sources;
    std::uint64_t limit = 0;
    bool warm = false;  ///< particles have a temperature
    /// Leap-frog: velocities are those of half a step before, computed from the external and dissipative
    /// forces.
    bool half_step_back = false;
    External external{};
    Dissipative dissipative{};
    std::shared_ptr<const environment::Walls> walls{};
    /// Whether walls stop a particle on its path from its start, within the step, to where it first appears.
    bool stops = false;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::particles
