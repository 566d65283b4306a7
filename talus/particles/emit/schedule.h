#pragma once
#include <cstdint>

#include "talus/particles/params.h"

namespace talus::particles {

/// Particles that an emitter's rate should have made by a time [s]: its integral from the start of the run,
/// rounded down; 0 where grains decide. A function of time alone, so that no step length and no resume
/// changes it.
std::uint64_t steadyDue(const Emitter& emitter, double time);

/// Particles of all bursts at or before a time [s].
std::uint64_t burstsDue(const Emitter& emitter, double time);

/// Largest rate at any time [1/s].
double largestRate(const Emitter& emitter);

}  // namespace talus::particles
