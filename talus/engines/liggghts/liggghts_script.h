#pragma once
#include "talus/engines/liggghts/liggghts_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// The beginning of a script, up to the point where it could run: state, laws, walls, integrator, dumps.
std::string liggghtsSetup(const LiggghtsModel& model);

/// `FORMAT` of a dump that is read back to the bit: two whole numbers, then `numbers` others.
std::string liggghtsFormat(int numbers);

/// Writes in.NAME, data.NAME and the meshes for the simulation that the model is of. Errors: Storage; Input
/// where there are no grains.
Status writeLiggghtsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                          const LiggghtsModel& model);

}  // namespace talus::engines
