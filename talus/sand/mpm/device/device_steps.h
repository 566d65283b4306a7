#pragma once
#include <memory>

#include "talus/method/instance.h"
#include "talus/sand/setup.h"

namespace talus::sand::mpm {

/// The steps of mpm (mpm/stages.h) in the memory of a device. The state is copied there before a series of
/// steps and copied back after it. In between, the processor lists tiles, moves the particles that may reach
/// a wall within a step, and adds and removes sand.
///
/// Every sum is in the order of the processor's. So where the loops run on a processor, the state is the same
/// to the last bit. On a graphics card logarithms of strongly strained or separated particles may round
/// otherwise.
///
/// Error (Runtime) if this build has no CUDA, the memory of the device is too small, or refusedOnDevice()
/// lists something.
/// @param device may be a processor: the same loops then run there, for tests
/// @param host runs the work of the processor
Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup& setup, const exec::Exec& device,
                                                         const exec::Exec& host);

}  // namespace talus::sand::mpm
