#pragma once
#include <string>

#include "talus/io/raster/raster.h"

namespace talus::io {

/// The bytes of an OpenEXR picture: one channel `Y` of 32-bit floats with the raster's numbers, rows from the
/// north, deflated without loss. Holes hold its nodata, which the attribute `nodata` tells where there are
/// any. The place is in attributes as GDAL names them: `gdal:geoTransform`, and `gdal:crsWkt` for the
/// coordinate system. Error (Runtime) when the library cannot make it.
Result<std::string> exrOf(const Raster& raster);

}  // namespace talus::io
