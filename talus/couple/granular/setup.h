#pragma once
#include "talus/couple/granular/grain_sizes.h"
#include "talus/couple/granular/scene.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/grains/pipeline.h"
#include "talus/ground/setup.h"

namespace talus::couple::granular {

/// Makes the settings of the grains' stages from a scene. @pre all names in the scene exist
grains::Setup grainSetup(const Scene& scene);

/// Whether [hybrid] has a depth: the ground is sand from the start.
bool hasSandFromStart(const Scene& scene);

/// The bedrock, densities and packing of the columns that hold sand. @pre the scene has [hybrid]
std::shared_ptr<const couple::ColumnStore::Setup> columnSetup(const Scene& scene);

/// The stage that exchanges grains and ground. @pre the scene has [hybrid]
couple::Exchange exchangeSetup(const Scene& scene, const grains::Setup& grains);

/// Makes the settings of the ground from a scene. @pre the scene has ground
ground::Setup groundSetup(const Scene& scene);

/// The random stream of the k-th fill.
Random fillRandom(const Scene& scene, std::size_t k);

}  // namespace talus::couple::granular
