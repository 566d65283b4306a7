#pragma once
#include <vector>

#include "talus/core/result.h"
#include "talus/io/file.h"
#include "talus/io/raster/raster.h"

namespace talus::io {

/// The files beside a raster that are read with it, sorted by name. Upper and lower case are the same. For
/// hill.tif: hill.tif.aux.xml, hill.tif.msk, hill.tif.msk.aux.xml, hill.tif.aux and hill.aux of all formats;
/// world files (hill.tfw, hill.wld) of GeoTIFF, PNG, BMP and raw floats; hill.tab of GeoTIFF; hill.prj of
/// text grids; hill.hdr, .prj, .rep, .clr and .stx of raw floats.
///
/// Errors (Input) name the file. Each must be an ordinary file of at most 16 MiB (a mask of any size)
/// in the folder of the raster, or a link to one there. No value in an .aux.xml may be the name of a virtual
/// file (/vsicurl/http://...) or a coordinate system as a PROJ string, and a mask must be a TIFF: other
/// formats could name further files.
/// @param raster absolute, and a file
Result<std::vector<Path>> sideFiles(const Path& raster, RasterFormat format);

}  // namespace talus::io
