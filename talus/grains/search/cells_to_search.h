#pragma once
#include <cmath>

#include "talus/grains/search/contact_list.h"
#include "talus/neighbors/cells.h"

namespace talus::grains {

/// The cells in which a grain of one size class searches for partners of another class. The box is `cells`
/// cells of the finer class in each direction around the grain's cell, rounded outwards to cells of the other
/// class. So a small grain searches few large cells, and all small grains of a cell search the same ones.
struct CellsToSearch {
    int finer = 0;     ///< the finer of the two classes
    int coarsen = 0;   ///< how many levels the other class is coarser than the finer one
    int cells = 0;     ///< half width of the box, in cells of the finer class
    double reach = 0;  ///< half width of the box [m]

    /// @param inverse_cell 1 over the edge of the finest cells [1/m]
    TALUS_HD neighbors::CellBox around(const Vec3d& position, double inverse_cell) const {
        const neighbors::Cell own = neighbors::coarser(neighbors::cellOf(position, inverse_cell), finer);
        const auto [low, high] = neighbors::boxAround(own, cells);
        return {neighbors::coarser(low, coarsen), neighbors::coarser(high, coarsen)};
    }
};

/// @param gap largest gap between the surfaces of a pair [m]
/// @param of_one_class half width in cells where both grains are of the same class
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

/// Half width of the box for two grains of the same class: for pairs within the skin (one cell is large
/// enough), and for pairs with the longest allowances (allowance::farthest).
inline constexpr int near_cells = 1, far_cells = 2;

}  // namespace talus::grains
