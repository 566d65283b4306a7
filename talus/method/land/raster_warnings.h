#pragma once
#include <string>
#include <string_view>

#include "talus/method/checking.h"
#include "talus/method/files.h"

namespace talus::method {

/// Warns of what is not as a user may think of a raster that became ground: columns without a height, lengths
/// that are wrong, and units that the file leaves open.
/// @param word the file's name in the scene
/// @param vertical_scale the key that heights are multiplied by
void warnOfRaster(const Checking& checking, std::string_view section, std::string_view key,
                  const std::string& word, const RasterLand& land, std::string_view vertical_scale);

}  // namespace talus::method
