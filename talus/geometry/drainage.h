#pragma once
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// The drainage directions of the ground. Water flows from each column into a neighbour (of eight), and out
/// of a depression over the lowest point of its rim. Computed by flooding from the edges inwards, lowest
/// column first (Barnes, Lehman, Mulla 2014, "Priority-flood: an optimal depression-filling and
/// watershed-labeling algorithm").
struct Drainage {
    /// For each column the one that it drains into; itself where water leaves the ground.
    std::vector<std::uint32_t> into;
    std::vector<std::uint32_t> order;  ///< all columns, each after the one that it drains into

    /// For each column the sum over it and all columns that drain into it. @param own value of each column
    std::vector<double> gathered(const std::vector<double>& own) const;
};

Drainage drainageOf(const ColumnGrid& grid, exec::View<const double> height);

}  // namespace talus::geometry
