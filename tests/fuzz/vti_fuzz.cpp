#include <cstdint>

#include "talus/io/vtk/vtk.h"
#include "tests/fuzz/read_all.h"

/// Any bytes as a frame's .vti file: an error, or columns or a volume whose values can all be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto set = talus::io::parseSet({reinterpret_cast<const char*>(data), size}, "fuzz.vti");
    if (!set) return 0;
    [[maybe_unused]] static volatile double sink;
    sink = std::visit(talus::test::ReadAll{}, set->view);
    return 0;
}
