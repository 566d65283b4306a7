#pragma once
#include "talus/engines/liggghts/liggghts_model.h"
#include "talus/grains/pipeline.h"

namespace talus::engines {

/// Adds the laws of all pairs of materials that can touch, and a line to `refused` or `notes` for each thing
/// that LIGGGHTS would compute differently (docs/theory/liggghts.md derives the mapping).
void addLiggghtsLaws(const scene::Scene& scene, const grains::Setup& setup, LiggghtsModel& model);

/// The coefficient of restitution for which LIGGGHTS damps a Hertz contact with the damping ratio z. Empty
/// where it would be 0.05 or less, which LIGGGHTS rejects. @param z >= 0
std::optional<double> liggghtsRestitution(double z);

}  // namespace talus::engines
