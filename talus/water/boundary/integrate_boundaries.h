#pragma once
#include <memory>
#include <optional>

#include "talus/environment/environment.h"
#include "talus/environment/walls.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/fields.h"

namespace talus::water {

/// All boundaries of the water: walls, and the ground of another method.
struct Solids {
    std::shared_ptr<const environment::Walls> walls = std::make_shared<const environment::Walls>();
    std::optional<environment::GroundSurface> ground{};
    std::optional<environment::GroundVolume> volume{};

    /// The number of walls; also the index of the ground in contacts.
    std::size_t count() const { return walls->bodies().size(); }
    bool any() const { return count() > 0 || hasGround(); }
    bool hasGround() const { return ground || volume; }
};

/// Finds for each particle its contacts with walls and ground within the support, and integrates the share of
/// its kernel in them. A wall counts as the half space behind its nearest point; corner.h combines several
/// walls. Removes neighbours behind a wall from the list of the particle (separate_pairs.h).
struct IntegrateBoundaries {
    static constexpr const char* name = "boundary integrals";
    Solids solids;
    std::shared_ptr<const WallIntegral> integral;
    double nearest = 0;  ///< below this distance the friction coefficient of a wall is constant [m]
    /// A quarter of a spacing: half the distance of water at rest from a wall.
    static double nearestFor(double spacing) { return 0.25 * spacing; }
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
