#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/grains/sources/lammps_dump.h"
#include "talus/io/file.h"
#include "talus/scene/simulation.h"

namespace talus::engines {

/// Reads a dump that holds one snapshot. Errors name the file: Input (parseLammpsDump), Storage when it
/// cannot be read.
Result<grains::LammpsDump> readLammpsDump(const io::Path& path);

/// Commands that let LAMMPS take out what is in sinks, at each frame; "" where there are none.
std::string sinksText(const scene::Simulation& simulation);

/// Puts what LAMMPS computed into the world of a simulation, so that everything that looks at a world
/// (frames, statistics, pictures) works as after steps of our own.
class LammpsFrames {
  public:
    static Result<LammpsFrames> of(const scene::Simulation& simulation);

    /// The state of a dump that in.NAME asked for. Neighbours are found anew; springs are zero, since a dump
    /// does not hold them (lammps_springs.h), and so are forces and torques where it has none. Error (Input)
    /// when the dump is not of this simulation's grains, (Diverged) when a grain is where none can be; the
    /// world is then as it was or has no meaning.
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
