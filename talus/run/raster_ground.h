#pragma once
#include "talus/io/raster.h"
#include "talus/scene/reader.h"

namespace talus::run {

/// The part of a raster that a scene asks for, in metres on the land. Errors as readRaster and cutOut.
Result<io::Raster> readRasterPart(const scene::RasterRequest& request);

/// The same as what readScene wants. (Programs that name it load GDAL.)
Result<scene::RasterLand> readRasterGround(const scene::RasterRequest& request);

}  // namespace talus::run
