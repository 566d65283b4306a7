#pragma once
#include <cmath>

#include "talus/grains/search/contact_list.h"
#include "talus/neighbors/cells.h"

namespace talus::grains {

/// In which cells a grain of one size class looks for partners of another one: those of the other class that
/// are within so many cells of the finer of the two around its own. So a small grain looks into few large
/// cells, and all small grains of a cell look into the same ones.
struct CellsToSearch {
    int finer = 0;     ///< of the two classes
    int coarsen = 0;   ///< the other class is so many levels coarser than the finer one
    int cells = 0;     ///< of the finer class
    double reach = 0;  ///< so far that is [m]

    /// @param inverse_cell 1 over the edge of the finest cells [1/m]
    TALUS_HD neighbors::CellBox around(const Vec3d& position, double inverse_cell) const {
        const neighbors::Cell own = neighbors::coarser(neighbors::cellOf(position, inverse_cell), finer);
        const auto [low, high] = neighbors::boxAround(own, cells);
        return {neighbors::coarser(low, coarsen), neighbors::coarser(high, coarsen)};
    }
};

/// @param gap beyond the radii that no pair of theirs exceeds [m]
/// @param of_one_class cells that are enough where both are of one class
TALUS_HD inline CellsToSearch cellsToSearch(const ContactSearch& search, int own, int other, double gap,
                                            int of_one_class) {
    const int finer = own < other ? own : other;
    const double edge = search.cell * static_cast<double>(1 << finer);
    int cells = of_one_class;
    if (own != other) {
        const double reach = 0.5 * (search.sizes.largestOf(own) + search.sizes.largestOf(other)) + gap;
        cells = static_cast<int>(std::ceil(reach / edge));
    }
    return {finer, other - finer, cells, cells * edge};
}

/// Cells of one class in which two grains look for each other: where they are nearer than the skin (a cell is
/// as large as that), and where their allowances are the longest (allowance::farthest).
inline constexpr int near_cells = 1, far_cells = 2;

}  // namespace talus::grains
