#pragma once
#include "talus/core/result.h"
#include "talus/io/image.h"
#include "talus/picture/chart.h"

namespace talus::render {

/// Draws a chart. Each side is 200 to 8192 pixels. Errors: Input for another size, for series whose x and y
/// differ in length, for an axis whose low is not below its high, for a map that checkMap refuses, and for a
/// chart without any point to show.
Result<io::Image> drawChart(const picture::Chart& chart, int width = 1200, int height = 750);

}  // namespace talus::render
