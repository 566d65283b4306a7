#pragma once
#include <set>
#include <span>

#include "talus/engines/lammps/lammps_data.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// The name, length and options of a LAMMPS input.
struct LammpsJob {
    std::string name;          ///< files are in.NAME and data.NAME; see run::plainName
    std::uint64_t frames = 0;  ///< number of frames to run; a dump is written at each
    bool forces = false;       ///< dumps hold forces and torques too
    bool loads = false;        ///< fixes of walls store the contact force of each grain
    bool driven = false;       ///< the script ends before `run`; further commands come from standard input
    std::string restart = {};  ///< restart file of the state; empty: the state is in data.NAME
};

/// The ID of the fix for the contacts of a type with a face.
std::string wallFix(std::size_t face, const LammpsWall& wall);
/// The ID of the fix for the attraction of a type to a face (LammpsLaw::pull).
std::string pullFix(std::size_t face, const LammpsWall& wall);

/// Commands that put the atoms of these types into the groups that fixes of walls use. Types that no wall
/// uses have no group. Atoms inserted later need the same commands again.
std::string groupsText(const LammpsModel& model, const std::set<std::uint32_t>& types);

/// The script up to the first `run`: state, laws, walls, integrator.
std::string lammpsSetup(const LammpsModel& model, const LammpsJob& job);

/// The whole input script: `lmp -in in.NAME` in the folder of data.NAME runs it and writes dump.STEP.txt.
std::string lammpsScript(const LammpsModel& model, const LammpsJob& job);

/// Velocities and spins half a step before the present state, computed with its forces and torques.
struct LammpsVelocities {
    std::vector<Vec3d> velocity, spin;
};
LammpsVelocities halfStepBack(const scene::Simulation& simulation);

/// The grains of a state. @param zero_spins a zero for each grain, used as spins where grains do not rotate
LammpsAtoms lammpsAtoms(const scene::Simulation& simulation, const LammpsModel& model,
                        std::span<const Vec3d> zero_spins);

/// Writes in.NAME, and data.NAME unless a `restart` file has the state. @pre the model is of this simulation
/// Errors: Storage; Input, also where the model has anything `refused`.
/// @param velocities replace those of the state; null: the state's own
Status writeLammpsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                        const LammpsModel& model, const LammpsJob& job,
                        const LammpsVelocities* velocities = nullptr);

}  // namespace talus::engines
