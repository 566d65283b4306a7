#pragma once
#include <span>
#include <string>

#include "talus/io/image.h"
#include "viewer/plots.h"

namespace talus::viewer {

/// The chosen columns over time as a picture: a chart for each unit, one above the other.
/// @param more another table over time, of which all columns are drawn; null: none
/// Errors: Input where nothing is chosen, or where no chosen column has a value; those of render::drawChart.
Result<io::Image> drawPlots(const std::string& title, const NumberTable& table,
                            std::span<const PlottedColumn> chosen, const NumberTable* more);

}  // namespace talus::viewer
