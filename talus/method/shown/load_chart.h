#pragma once
#include <optional>
#include <string>

#include "talus/method/plot.h"

namespace talus::method {

/// A chart of the magnitude of the force of a method on each wall, and on the ground, over time. Nothing
/// where no force acts. @param method as in the columns of stats.csv: wall.NAME.METHOD.fx
std::optional<picture::Chart> loadChart(const NumberTable& statistics, std::string title,
                                        const std::string& method);

}  // namespace talus::method
