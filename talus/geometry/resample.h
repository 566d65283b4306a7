#pragma once
#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// The values of a range of columns of a grid.
exec::Array<double> cutOut(const ColumnGrid& grid, exec::View<const double> value, const ColumnRange& range);

/// Resamples values to another grid with the same origin. Where the new spacing is larger, a value is the
/// mean over the area of the new column, so that the sum times the area of a column is kept (except at the
/// border, where columns represent less area). Where it is smaller, values are interpolated linearly in x and
/// y.
/// @pre `to` reaches no further than `from`
exec::Array<double> resampled(const ColumnGrid& from, exec::View<const double> value, const ColumnGrid& to);

}  // namespace talus::geometry
