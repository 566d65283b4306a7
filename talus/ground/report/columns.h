#pragma once
#include "talus/method/instance.h"

namespace talus::ground {

/// The columns of stats.csv for soil: the volumes that bodies removed, moved, compressed and could not move.
method::Columns soilColumns();

}  // namespace talus::ground
