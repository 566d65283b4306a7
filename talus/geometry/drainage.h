#pragma once
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// Where water that falls on the ground runs to, from column to column. Each drains into the lowest of its
/// eight neighbours, and out of a hollow over the lowest place of its rim: flooded from the edges inwards,
/// lowest first (Barnes, Lehman, Mulla 2014, "Priority-flood: an optimal depression-filling and
/// watershed-labeling algorithm").
struct Drainage {
    std::vector<std::uint32_t>
        into;  ///< by column: the one it drains into; itself where water leaves the ground
    std::vector<std::uint32_t> order;  ///< all columns, each behind the one that it drains into

    /// What falls on each column and on all that drain into it. @param own of each column
    std::vector<double> gathered(const std::vector<double>& own) const;
};

Drainage drainageOf(const ColumnGrid& grid, exec::View<const double> height);

}  // namespace talus::geometry
