#pragma once
#include "talus/core/result.h"
#include "talus/io/image.h"
#include "talus/picture/chart.h"

namespace talus::render {

/// A map as pixels, one a value, the uppermost row first.
struct MapImage {
    io::Image image;
    double most = 0;  ///< the value of full blue, > 0; of full red it is negative
};

/// Values that are not finite have no place between red and blue: they are grey.
/// @pre checkMap(map)
MapImage imageOf(const picture::Map& map);

/// All colours of a map, from full blue at the top to full red.
io::Image barImage();

/// Error (Input) when a map has no values, rows of several lengths, or heights for some of its values.
Status checkMap(const picture::Map& map);

}  // namespace talus::render
