#pragma once
#include "talus/core/result.h"
#include "talus/io/image.h"
#include "talus/picture/chart.h"

namespace talus::render {

/// A map as an image with one pixel per value; the uppermost row comes first.
struct MapImage {
    io::Image image;
    double max_value = 0;  ///< full blue; > 0. Full red is -max_value
};

/// Values that are not finite are grey.
/// @pre checkMap(map).ok()
MapImage imageOf(const picture::Map& map);

/// The colours of the colour bar, from full blue at the top to full red at the bottom.
io::Image barImage();

/// Error (Input) if a map has no values, incomplete rows, a spacing that is not > 0, more than 32767 rows or
/// columns, or a number of heights other than none or one per value.
Status checkMap(const picture::Map& map);

}  // namespace talus::render
