#pragma once
#include <string>

#include "talus/geometry/heightfield.h"
#include "talus/picture/chart.h"

/// How the ground of a run changed since its start: charts of `talus plot`.
namespace talus::ground {

/// Volumes between two surfaces of the ground [m^3], and their areas.
struct GroundChange {
    double risen = 0, sunk = 0;            ///< of the columns that are higher now, and lower; both >= 0
    double risen_area = 0, sunk_area = 0;  ///< of these columns [m^2]
    double highest = 0, deepest = 0;       ///< the largest rise and fall [m], >= 0
};
/// @param before, after one height a column of the grid [m]
GroundChange changeBetween(const geometry::ColumnGrid& grid, exec::View<const double> before,
                           exec::View<const double> after);
/// The change in words, as `talus plot` reports it.
std::string describe(const GroundChange& change);

/// A map of after - before on the relief of `after`.
picture::Chart changeChart(const geometry::ColumnGrid& grid, exec::View<const double> before,
                           exec::View<const double> after);

/// Hypsometry: which share of the area is higher than a height, before and after.
picture::Chart hypsometryChart(exec::View<const double> before, exec::View<const double> after);

}  // namespace talus::ground
