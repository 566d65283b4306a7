#pragma once

namespace talus {

/// The memory (RAM) of this machine [bytes]; 0 where it is not known.
double physicalMemory();

}  // namespace talus
