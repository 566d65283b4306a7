#pragma once
#include <cstddef>

#include "talus/exec/exec.h"

/// Functions that matter for a device; on the processor they do nothing.
namespace talus::exec {

/// Waits until all loops are done: on a device they may still run after the call that started them returned.
void wait(const Exec& exec);
/// The largest memory that arrays of this process have taken on the device at one time [bytes]; 0 on a
/// processor.
std::size_t peakMemory(const Exec& exec);

}  // namespace talus::exec
