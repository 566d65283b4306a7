#pragma once
#include "talus/geometry/heightfield.h"
#include "talus/method/probes/probed.h"

namespace talus::ground {

/// What probes can measure of ground: the height of the column nearest to a position, and the height of the
/// surface between columns.
method::Probed probed(const geometry::ColumnGrid& grid);

}  // namespace talus::ground
