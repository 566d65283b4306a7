#pragma once
#include "talus/couple/hybrid/hybrid.h"
#include "talus/grains/scene.h"
#include "talus/ground/scene.h"
#include "talus/method/scene.h"
#include "talus/solids/scene.h"

/// The parts of a scene that share the steps of the grains: grains, ground and hybrid.
namespace talus::couple::granular {

using environment::materialIndex;
using environment::wallIndex;
using ground::Ground;
using ground::RasterGround;
using method::Scene;
using method::Time;

/// Whether a scene has grains, or can make some from its ground.
bool hasGrains(const Scene& scene);

/// Whether a scene has anything that moves in the grains' steps: grains, soil.
bool moves(const Scene& scene);

}  // namespace talus::couple::granular
