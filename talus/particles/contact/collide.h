#pragma once
#include <memory>
#include <vector>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/periodic.h"
#include "talus/particles/fields.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// Stops particles on the way that they went in this step at walls and ground, and lets them bounce.
struct Collide {
    static constexpr const char* name = "contact";
    Names tables;
    environment::Barriers barriers;
    std::optional<environment::GroundSurface> ground{};
    environment::Periodic domain{};  ///< what leaves it comes in on the other side
    bool by_way = false;             ///< the way is a field; else it is the velocity times the step

    Collide(Names names, std::shared_ptr<const environment::Walls> all_walls,
            environment::Surfaces all_surfaces, std::optional<environment::GroundSurface> the_ground,
            environment::Periodic periodic, bool way_is_field);

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;

  private:
    bool planes_only_ = false;  ///< walls are planes that stand still, and there is no ground
};

/// Puts what left a periodic domain back into it, in systems that nothing stops.
struct Wrap {
    static constexpr const char* name = "wrap";
    Names tables;
    environment::Periodic domain;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::particles
