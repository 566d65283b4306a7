#include "talus/core/physical_memory.h"

#include <unistd.h>

namespace talus {

double physicalMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? static_cast<double>(pages) * static_cast<double>(bytes) : 0;
}

}  // namespace talus
