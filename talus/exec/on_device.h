#pragma once
#include <cstddef>

#include "talus/exec/exec.h"

/// What there is to ask of a device.
namespace talus::exec {

/// Returns when all loops are done; those on a device go on behind the verb that began them.
void wait(const Exec& exec);
/// Of a device, the most that arrays of this process have had there at once [bytes]; 0 on a processor.
std::size_t peakMemory(const Exec& exec);

}  // namespace talus::exec
