#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/sink.h"
#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

namespace talus::environment {

/// Particles that leave the scene in a step.
struct Gone {
    std::uint64_t sunk = 0;           ///< number of those in sinks
    std::uint64_t fallen = 0;         ///< of the others, of those that fell off the scene
    exec::Array<std::uint32_t> kept;  ///< the rows that stay, in order; only set where any leaves

    bool any() const { return sunk + fallen > 0; }
};

/// @param up unit @param lowest height along `up` below which a particle has fallen off the scene [m]
Gone findGone(const exec::Exec& exec, exec::View<const Vec3d> position, const std::vector<Sink>& sinks,
              const Vec3d& up, double lowest);

}  // namespace talus::environment
