#pragma once
#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/engines/lammps/springs/lammps_restart.h"

namespace talus::engines {

/// Copies the springs of all contacts from a restart file of LAMMPS into the world of a simulation. @pre the
/// world has the file's step, and its contacts are found (LammpsFrames::take). Error (Input): the file does
/// not match the model.
Status readSprings(const LammpsRestart& restart, const LammpsModel& model, const grains::Setup& setup,
                   scene::Simulation& simulation);

/// Copies the springs of all contacts from the world into a restart file of the same atoms. Error (Input):
/// the file does not match the model.
Status writeSprings(const scene::Simulation& simulation, const LammpsModel& model, const grains::Setup& setup,
                    LammpsRestart& restart);

}  // namespace talus::engines
