#include <cstdint>
#include <string>

#include "talus/io/vtk/vtk.h"

/// Any bytes as a frame of the ground: an error or columns whose values can all be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto columns = talus::io::parseVti({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!columns) return 0;
    const auto view = columns->view();
    double sum = 0;
    for (std::size_t k = 0; k < view.grid.size(); ++k)
        for (const auto& field : view.fields) sum += field.value(k, field.components - 1);
    static volatile double sink;
    sink = sum;
    return 0;
}
