#pragma once
#include "talus/geometry/shapes.h"
#include "talus/method/common.h"
#include "talus/picture/tank.h"

namespace talus::run {

/// The vertical sides at which the drawn land and the liquid on it are cut, as in a block model.
///
/// Invisible walls and sinks are often a little inside of the land's edges. If the land were drawn up to its
/// edges, the water would end before them, as if at a glass wall.
struct LandEdges {
    geometry::Box cut;           ///< the land is cut to this box; its z is that of the land
    bool ends_water[4] = {};     ///< whether a wall or sink ends the water at -x, +x, -y, +y
    picture::Tank tank() const;  ///< the tank that limits the liquid; without a lid
};

/// @param land the box around some land of the scene
LandEdges edgesOf(const method::Common& scene, const geometry::Box& land);

}  // namespace talus::run
