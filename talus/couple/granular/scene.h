#pragma once
#include "talus/couple/hybrid/hybrid.h"
#include "talus/grains/scene.h"
#include "talus/ground/scene.h"
#include "talus/method/scene.h"
#include "talus/solids/scene.h"

/// Grains on ground, among bodies, and as ground: what shares the steps of the grains.
namespace talus::couple::granular {

using environment::materialIndex;
using environment::wallIndex;
using ground::Ground;
using ground::RasterGround;
using method::Scene;
using method::Time;

/// Whether a scene has grains, or makes some of its ground.
bool hasGrains(const Scene& scene);

/// Whether a scene has anything whose steps are the grains': grains, bodies, soil.
bool moves(const Scene& scene);

}  // namespace talus::couple::granular
