#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "talus/environment/sources/region_sampler.h"
#include "talus/environment/walls.h"
#include "talus/particles/forces/forces.h"

namespace talus::particles {

/// A wall that takes an emitter along: by where its reference point goes, without its turning.
struct Carrier {
    std::size_t wall = 0;
    Vec3d at;  ///< the reference point where the scene puts it [m]
};

/// An emitter ready to pour.
struct Source {
    Emitter emitter;
    Random random;
    environment::RegionSampler places;
    std::optional<Carrier> carrier{};
};

/// Makes the particles that are due: all that an emitter draws for one is a function of its stream and of how
/// many it made before.
struct Emit {
    static constexpr const char* name = "emit";
    Names tables;
    std::shared_ptr<const std::vector<Source>> sources;
    std::uint64_t limit = 0;
    bool warm = false;  ///< particles have a temperature
    /// Leap-frog: velocities are those of half a step before, by the forces that act without a partner.
    bool half_step_back = false;
    External external{};
    Dissipative dissipative{};
    std::shared_ptr<const environment::Walls> walls{};
    /// Walls are not passed by what first appears a part of a step after it left.
    bool stops = false;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::particles
