#pragma once
#include <set>
#include <span>

#include "talus/engines/lammps/lammps_data.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// What a LAMMPS input is called and how long it runs.
struct LammpsJob {
    std::string name;          ///< files are in.NAME and data.NAME; see run::plainName
    std::uint64_t frames = 0;  ///< to run; a dump is written for each
    bool forces = false;       ///< dumps hold forces and torques too
    bool loads = false;        ///< fixes of walls keep what each grain presses on them with
    bool driven = false;       ///< the script ends where it could run: who started it goes on
    std::string restart = {};  ///< the state comes from this restart file; empty: from data.NAME
};

/// The ID of the fix that lets the atoms of a type meet a face.
std::string wallFix(std::size_t face, const LammpsWall& wall);
/// That of the fix that pulls them there (LammpsLaw::pull).
std::string pullFix(std::size_t face, const LammpsWall& wall);

/// Commands that put the atoms of these types into the groups by which walls know them; the types that no
/// wall asks for have none. Atoms that come after the script are put there by the same commands.
std::string groupsText(const LammpsModel& model, const std::set<std::uint32_t>& types);

/// The beginning of a script, up to the point where it could run: state, laws, walls, integrator.
std::string lammpsSetup(const LammpsModel& model, const LammpsJob& job);

/// The whole input script: `lmp -in in.NAME` in the folder of data.NAME runs it and writes dump.STEP.txt.
std::string lammpsScript(const LammpsModel& model, const LammpsJob& job);

/// The velocities that a state had half a step ago, as its forces say; the spins likewise.
struct LammpsVelocities {
    std::vector<Vec3d> velocity, spin;
};
LammpsVelocities halfStepBack(const scene::Simulation& simulation);

/// The grains of a state. @param still as many zeros, for spins where grains do not rotate: there spin is not
/// part of the physics, and would be taken for motion
LammpsAtoms lammpsAtoms(const scene::Simulation& simulation, const LammpsModel& model,
                        std::span<const Vec3d> still);

/// Writes in.NAME and data.NAME (where no `restart` file has the state) for the simulation that the model is
/// of. Errors: Storage; Input, also where the model has anything `refused`.
/// @param velocities in place of those of the state; null: its own
Status writeLammpsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                        const LammpsModel& model, const LammpsJob& job,
                        const LammpsVelocities* velocities = nullptr);

}  // namespace talus::engines
