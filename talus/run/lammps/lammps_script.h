#pragma once
#include "talus/io/file.h"
#include "talus/run/lammps/lammps_model.h"

namespace talus::run {

/// What a LAMMPS input is called and how long it runs.
struct LammpsJob {
    std::string name;          ///< files are in.NAME and data.NAME; see plainName
    std::uint64_t frames = 0;  ///< to run; a dump is written for each
    bool forces = false;       ///< dumps hold forces and torques too
};

/// A name of letters, digits, '-' and '_' that no shell, file system or script reads as anything else.
std::string plainName(const std::string& name);

/// The beginning of a script, up to the point where it could run: state, laws, walls, integrator.
std::string lammpsSetup(const LammpsModel& model, const LammpsJob& job);

/// The whole input script: `lmp -in in.NAME` in the folder of data.NAME runs it and writes dump.STEP.txt.
std::string lammpsScript(const LammpsModel& model, const LammpsJob& job);

/// Writes in.NAME and data.NAME for the simulation that the model is of. Errors: Storage; Input, also where
/// the model has anything `refused`.
Status writeLammpsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                        const LammpsModel& model, const LammpsJob& job);

}  // namespace talus::run
