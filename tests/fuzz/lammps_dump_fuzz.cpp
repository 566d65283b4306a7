#include <cstdint>

#include "talus/grains/sources/lammps_dump.h"

/// Any bytes as a dump of LAMMPS: an error, or as many values as atoms times columns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto dump = talus::grains::parseLammpsDump({reinterpret_cast<const char*>(data), size});
    if (dump && dump->values.size() != dump->count * dump->columns.size()) __builtin_trap();
    return 0;
}
