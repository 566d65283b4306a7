#pragma once
#include "talus/engines/liggghts/liggghts_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// The script up to the first `run`: state, laws, walls, integrator, dumps.
std::string liggghtsSetup(const LiggghtsModel& model);

/// The number format of a dump with all bits: two integers, then `numbers` floating-point numbers.
std::string liggghtsFormat(int numbers);

/// Writes in.NAME, data.NAME and the meshes. @pre the model is of this simulation. Errors: Storage; Input,
/// where there are no grains.
Status writeLiggghtsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                          const LiggghtsModel& model);

}  // namespace talus::engines
