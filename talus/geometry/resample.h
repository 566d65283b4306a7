#pragma once
#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// The values of a part of a grid.
exec::Array<double> cutOut(const ColumnGrid& grid, exec::View<const double> value, const ColumnRange& range);

/// Values of one grid on another, of the same origin: where its spacing is larger, means over the area around
/// each new column (its sum times area is that of the old ones, but for columns at the border, which stand
/// for less); where it is smaller, between the four old columns around it, linearly in x and in y.
/// @pre `to` reaches no further than `from`
exec::Array<double> resampled(const ColumnGrid& from, exec::View<const double> value, const ColumnGrid& to);

}  // namespace talus::geometry
