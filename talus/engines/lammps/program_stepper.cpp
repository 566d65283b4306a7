#include "talus/engines/lammps/program_stepper.h"

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_columns.h"

namespace talus::engines {

ProgramStepper::ProgramStepper(const scene::Simulation& simulation, Lammps program, std::string engine,
                               ProgramRun run, LammpsFrames frames)
    : program_(std::move(program)),
      engine_(std::move(engine)),
      run_(std::move(run)),
      frames_(std::move(frames)),
      step_(simulation.world().step),
      springs_known_(std::make_unique<bool>(true)) {}

std::string ProgramStepper::program() const {
    return fmt::format("{} ranks of {} {}", program_.ranks, program_.name, program_.version);
}

std::string ProgramStepper::resumeOptions() const { return " --engine " + engine_; }

std::optional<std::vector<method::Columns>> ProgramStepper::columns(
    const scene::Simulation& simulation) const {
    return knownColumns(simulation, *springs_known_);
}

run::Path ProgramStepper::workFolder() const { return run::layout::lammps(run_.folder).path(); }

void ProgramStepper::setWorldStep(scene::Simulation& simulation) const {
    simulation.world().step = step_;
    simulation.world().time = simulation.clock().time(step_);
}

Result<step::StepReport> ProgramStepper::readDump(const run::Path& path, scene::Simulation& simulation) {
    const auto dump = readLammpsDump(path);
    if (!dump) {
        const std::string& why = dump.error().message;
        if (why.find("not a number") != std::string::npos)
            return step::StepReport{
                step::Trouble{fmt::format("{} computed a value that is not a number", program_.name),
                              "set a shorter time.dt",
                              {},
                              {}}};
        // The other program does not check whether its files could be written.
        return Error{
            ErrorKind::Storage,
            fmt::format(
                "{}; {} reported that the file was complete, so the disk is full or the limit on file "
                "sizes was reached; free some space",
                why, program_.name)};
    }
    if (Status status = frames_.take(*dump, simulation); !status) {
        if (status.error().kind != ErrorKind::Diverged) return status.error();
        return step::StepReport{step::Trouble{status.error().message, "", {}, {}}};
    }
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return step::StepReport{};
}

}  // namespace talus::engines
