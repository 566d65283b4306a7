#pragma once
#include "talus/couple/exchange.h"
#include "talus/grains/pipeline.h"
#include "talus/ground/setup.h"
#include "talus/scene/grain_sizes.h"
#include "talus/scene/scene.h"

namespace talus::scene {

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

/// Index of a material. @pre it is there
std::uint16_t materialIndex(const Scene& scene, const std::string& name);

/// The random stream of the k-th fill.
Random fillRandom(const Scene& scene, std::size_t k);

}  // namespace talus::scene
