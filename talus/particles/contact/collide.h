#pragma once
#include <memory>
#include <vector>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/periodic.h"
#include "talus/particles/fields.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// Contact of particles with walls and ground: follows the path of each particle in this step, and lets it
/// bounce.
struct Collide {
    static constexpr const char* name = "contact";
    Names tables;
    environment::Barriers barriers;
    std::optional<environment::GroundSurface> ground{};
    environment::Periodic domain{};
    bool has_displacement = false;  ///< the way is a field; else it is the velocity times the step

    Collide(Names names, std::shared_ptr<const environment::Walls> all_walls,
            environment::Surfaces all_surfaces, std::optional<environment::GroundSurface> the_ground,
            environment::Periodic periodic, bool displacement_is_field);

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;

  private:
    bool planes_only_ = false;  ///< walls are planes that stand still, and there is no ground
};

/// Wraps positions into a periodic domain, in systems without contact.
struct Wrap {
    static constexpr const char* name = "wrap";
    Names tables;
    environment::Periodic domain;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::particles
