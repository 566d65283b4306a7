#include <cstdint>

#include "talus/io/vtk/vtk.h"
#include "tests/fuzz/read_all.h"

/// Any bytes as a frame's .vtp file: an error, or points, a mesh or lines whose values can all be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto set = talus::io::parseSet({reinterpret_cast<const char*>(data), size}, "fuzz.vtp");
    if (!set) return 0;
    static volatile double sink;
    sink = std::visit(talus::test::ReadAll{}, set->view);
    return 0;
}
