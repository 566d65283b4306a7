#include <cstdint>
#include <string>

#include "talus/io/vtk/vtk.h"

/// Any bytes as a frame: an error or points whose values can all be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto points = talus::io::parseVtp({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!points) return 0;
    const auto view = points->view();
    double sum = 0;
    for (std::size_t i = 0; i < view.count; ++i) {
        sum += view.at(i).x;
        for (const auto& field : view.fields) sum += field.value(i, field.components - 1);
    }
    static volatile double sink;
    sink = sum;
    return 0;
}
