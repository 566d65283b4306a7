#pragma once
#include <memory>

#include "talus/method/instance.h"
#include "talus/water/setup.h"

namespace talus::water {

/// The steps of dfsph and wcsph (pipeline.h) in the memory of a device. The state is copied there before a
/// series of steps and copied back after it. In between, the processor moves the particles that may reach a
/// wall within a step, and removes those that fell off the scene or into a sink.
///
/// Neighbours and contacts are the same as on the processor, in the same order. Sums over neighbours are
/// added one by one, on the processor in packs: so velocities and densities differ in their last bits, as
/// they do between processors whose packs differ in length. They do not depend on the number of threads.
///
/// Error (Runtime) if this build has no CUDA, the memory of the device is too small, or notOnDevice() lists
/// something.
/// @param device may be a processor: the same loops then run there, for tests
/// @param host runs the work of the processor
Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup& setup, const exec::Exec& device,
                                                         const exec::Exec& host);

}  // namespace talus::water
