#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/grains/sources/lammps_dump.h"
#include "talus/io/file.h"
#include "talus/scene/simulation.h"

namespace talus::engines {

/// Reads a dump that holds one snapshot. Errors name the file: Input (as parseLammpsDump), Storage when it
/// cannot be read.
Result<grains::LammpsDump> readLammpsDump(const io::Path& path);

/// Commands with which LAMMPS deletes the grains in sinks at each frame; "" where there are no sinks.
std::string sinksText(const scene::Simulation& simulation);

/// Copies states that LAMMPS computed into the world of a simulation. Frames, statistics and pictures can
/// then be made as after a step of Talus.
class LammpsFrames {
  public:
    /// The columns that a dump needs.
    static constexpr const char* dump_columns =
        "id type x y z vx vy vz omegax omegay omegaz radius fx fy fz tqx tqy tqz";

    static Result<LammpsFrames> of(const scene::Simulation& simulation);

    /// Copies the state of a dump into the world and finds the neighbours anew. Springs become zero, since a
    /// dump does not hold them (lammps_springs.h reads them from a restart file). Forces and torques become
    /// zero where the dump has none. Errors: Input, when the dump is not of this simulation's grains;
    /// Diverged, when a grain has an impossible position. The world must not be used after an error.
    Status take(const grains::LammpsDump& dump, scene::Simulation& simulation);

  private:
    LammpsFrames(step::Pipeline neighbours, bool spin, std::vector<environment::Sink> sinks,
                 const Vec3d& gravity)
        : neighbours_(std::move(neighbours)), spin_(spin), sinks_(std::move(sinks)), gravity_(gravity) {}
    Vec3d intoSink(const Vec3d& position, const Vec3d& velocity, double time) const;
    step::Pipeline neighbours_;
    bool spin_;
    std::vector<environment::Sink> sinks_;
    Vec3d gravity_;
};

}  // namespace talus::engines
