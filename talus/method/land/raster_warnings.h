#pragma once
#include <string>
#include <string_view>

#include "talus/method/checking.h"
#include "talus/method/files.h"

namespace talus::method {

/// Adds warnings about a raster that became ground: columns without a height, lengths that are wrong, and
/// units that the file does not give.
/// @param name the file's name in the scene
/// @param vertical_scale the key by which heights are multiplied
void warnOfRaster(const Checking& checking, std::string_view section, std::string_view key,
                  const std::string& name, const RasterLand& land, std::string_view vertical_scale);

}  // namespace talus::method
