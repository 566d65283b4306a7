// Any bytes as a raster file of any format: ground that is sound, or an error. The first byte chooses the
// format, the second one whether a spacing is given.
#include <cmath>

#include "talus/io/raster/raster.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace talus::io;
    if (size < 2) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data + 2), size - 2);
    RasterOptions options;
    options.max_cells = 1 << 18;  // what is larger costs time and shows nothing new
    if (data[1] % 2 == 1) options.spacing = 1;
    const auto raster = parseRaster(bytes, static_cast<RasterFormat>(data[0] % 7), options);
    if (!raster) return 0;
    const talus::geometry::Heightfield& ground = raster->ground;
    if (ground.height.size() != ground.grid.size() || !(ground.grid.spacing > 0)) __builtin_trap();
    if (!raster->hole.empty() && raster->hole.size() != ground.grid.size()) __builtin_trap();
    for (std::size_t k = 0; k < ground.grid.size(); ++k)
        if (!std::isfinite(ground.height[k])) __builtin_trap();
    return 0;
}
