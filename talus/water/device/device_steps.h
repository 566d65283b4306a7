#pragma once
#include <memory>

#include "talus/method/instance.h"
#include "talus/water/setup.h"

namespace talus::water {

/// The steps of wcsph (pipeline.h) in the memory of a device. The state goes there at the beginning of a row
/// of steps and comes back at its end; in between, the processor follows the particles that may get to a wall
/// within a step, and takes out those that fell off the scene or into a sink.
///
/// Neighbours and contacts are the processor's, in the same order. Sums over neighbours are added up one by
/// one, where the processor adds up packs of them: so velocities and densities differ in their last bits, as
/// they do between processors whose packs differ in length. They do not depend on the number of threads.
///
/// Error (Runtime) when this build has no such steps, the device no room, or the scene what notOnDevice()
/// tells.
/// @param device may be a processor: the same loops then run there, for tests
/// @param host does what is done on the processor
Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup& setup, const exec::Exec& device,
                                                         const exec::Exec& host);

}  // namespace talus::water
