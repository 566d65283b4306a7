#pragma once
#include "talus/couple/granular/grain_sizes.h"
#include "talus/couple/granular/scene.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/grains/pipeline.h"
#include "talus/ground/setup.h"

namespace talus::couple::granular {

/// Resolves the names of a scene into what the grain stages need. @pre the scene's references are right
grains::Setup grainSetup(const Scene& scene);

/// Whether [hybrid] makes the ground of sand before anything is poured.
bool hasSandFromStart(const Scene& scene);

/// What is under the sand that grains become, and how it fills columns. @pre the scene has [hybrid]
std::shared_ptr<const couple::ColumnStore::Setup> columnSetup(const Scene& scene);

/// What lets grains become ground. @pre the scene has [hybrid]
couple::Exchange exchangeSetup(const Scene& scene, const grains::Setup& grains);

/// Likewise for the ground. @pre the scene has one
ground::Setup groundSetup(const Scene& scene);

/// The random stream of the k-th fill.
Random fillRandom(const Scene& scene, std::size_t k);

}  // namespace talus::couple::granular
