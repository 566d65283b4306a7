#pragma once
#include "talus/io/raster/raster.h"
#include "talus/method/files.h"

namespace talus::run {

/// The part of a raster that a scene asks for, in metres on the land. Errors as readRaster and cutOut.
Result<io::Raster> readRasterPart(const method::RasterRequest& request);

/// The same as what readScene wants. (Programs that name it load GDAL.)
Result<method::RasterLand> readRasterGround(const method::RasterRequest& request);

}  // namespace talus::run
