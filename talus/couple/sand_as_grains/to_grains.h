#pragma once
#include "talus/method/scene.h"
#include "talus/sand/params.h"

namespace talus::couple {

/// The radius of the grains that stand for the sand [m].
double grainRadius(const sand::Sand& sand);

/// Whether grains can fill this block: fills are boxes, and know no depth above ground.
bool fillable(const sand::Block& block);

/// Adds grains to a scene in place of sand: a [[fill]] for each block, an [[emitter]] for each spout. What
/// the materials of walls leave open is as that of the sand. @pre all blocks are fillable()
void addGrains(method::Scene& scene, const sand::Part& sand);

}  // namespace talus::couple
