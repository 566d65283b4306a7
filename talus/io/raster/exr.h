#pragma once
#include <string>

#include "talus/io/raster/raster.h"

namespace talus::io {

/// The bytes of an OpenEXR picture: one channel `Y` of 32-bit floats with the raster's numbers, rows from
/// north to south, compressed without loss. Holes have the raster's nodata number, which is then in the
/// attribute `nodata`. The position is in attributes with the names of GDAL: `gdal:geoTransform`, and
/// `gdal:crsWkt` for the coordinate system. Error (Runtime) where the library cannot make it.
Result<std::string> exrOf(const Raster& raster);

}  // namespace talus::io
