#pragma once
#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/engines/lammps/springs/lammps_restart.h"

namespace talus::engines {

/// The springs of all contacts from a restart file of LAMMPS into the world of a simulation. @pre the world
/// is that of the file's step, its contacts found (LammpsFrames::take). Error (Input): the file is not of the
/// model.
Status takeSprings(const LammpsRestart& restart, const LammpsModel& model, const grains::Setup& setup,
                   scene::Simulation& simulation);

/// The other way: what LAMMPS is to remember of the world's contacts, into a restart file of the same atoms.
Status giveSprings(const scene::Simulation& simulation, const LammpsModel& model, const grains::Setup& setup,
                   LammpsRestart& restart);

}  // namespace talus::engines
