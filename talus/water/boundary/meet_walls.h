#pragma once
#include <memory>
#include <optional>

#include "talus/environment/environment.h"
#include "talus/environment/walls.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/fields.h"

namespace talus::water {

/// All that holds the water: walls, and the ground as another method keeps it.
struct Solids {
    std::shared_ptr<const environment::Walls> walls = std::make_shared<const environment::Walls>();
    std::optional<environment::GroundSurface> ground{};
    std::optional<environment::GroundVolume> volume{};

    std::size_t count() const { return walls->bodies().size(); }  ///< the ground's index in contacts
    bool any() const { return count() > 0 || hasGround(); }
    bool hasGround() const { return ground || volume; }
};

/// Finds for each particle the walls, and places of the ground, within its support, and the share of its
/// kernel in them. Neighbours behind a wall are taken off its list (part_pairs.h). Each is taken as a half
/// space through its nearest point; where several meet, see corner.h.
struct MeetWalls {
    static constexpr const char* name = "meet walls";
    Solids solids;
    std::shared_ptr<const WallIntegral> integral;
    double nearest = 0;  ///< so far off a wall its viscous coefficient stops growing [m]
    /// A quarter of a spacing: half as near as water at rest is to a wall.
    static double nearestFor(double spacing) { return 0.25 * spacing; }
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
