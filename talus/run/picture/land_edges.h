#pragma once
#include "talus/geometry/shapes.h"
#include "talus/method/common.h"
#include "talus/picture/tank.h"

namespace talus::run {

/// Where the drawn land and the liquid on it end: they are cut flat there, as a block model is.
///
/// Walls that are not drawn and sinks stand some way inside the edges of the land. If that is drawn up to its
/// edges, water ends in the air before them, as if it stood against glass.
struct LandEdges {
    geometry::Box cut;           ///< along these the land is cut; z is that of the land
    bool ends_water[4] = {};     ///< at -x, +x, -y, +y something keeps or takes what would get there
    picture::Tank tank() const;  ///< which the liquid ends in; without a lid
};

/// @param land the box around some land of the scene
LandEdges edgesOf(const method::Common& scene, const geometry::Box& land);

}  // namespace talus::run
