#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/grains/load/setup.h"
#include "talus/ground/setup.h"

namespace talus::couple::granular {

/// Tells the grains of the sand that ground is from the start: they can be dug out. Does nothing to other
/// scenes.
void reserveSand(Scene& scene);

/// The box around the ground at the start, and around all that can be dug out of it; nothing without ground.
std::optional<geometry::Box> boxOfGround(const Scene& scene);

/// Makes the settings of the grains' stages from a scene with its ground and [hybrid]. @pre all names in the
/// scene exist
grains::Setup grainSetup(const Scene& scene);

/// Whether [hybrid] has a depth: the ground is sand from the start.
bool hasSandFromStart(const Scene& scene);

/// The bedrock, densities and packing of the columns that hold sand. @pre the scene has [hybrid]
std::shared_ptr<const couple::ColumnStore::Setup> columnSetup(const Scene& scene);

/// The stage that exchanges grains and ground. @pre the scene has [hybrid]
couple::Exchange exchangeSetup(const Scene& scene, const grains::Setup& grains);

}  // namespace talus::couple::granular
