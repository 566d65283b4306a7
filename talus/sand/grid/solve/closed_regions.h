#pragma once
#include <cstdint>
#include <vector>

#include "talus/sand/grid/solve/bodies.h"
#include "talus/sand/grid/solve/multigrid.h"

/// Sand that fills a container. The pressure problem A p = b is that of a graph: a set of Free cells
/// from which no face leads to a cell of zero pressure is a closed region. The same pressure in all of its
/// cells moves nothing, A 1 = 0, so that
///
///     A p = b   has a solution only if   sum b = 0,   and   A p >= b, p >= 0   only if   sum b <= 0
///
/// (Fredholm's alternative). sum b is the rate at which walls take more volume than is empty. The part of b
/// that no pressure can prevent is spread over the volume of the region, which is then compressed; of the
/// solutions, which differ by a constant, the least one is taken that holds the sand on all its walls: in a
/// full container none can leave them.
namespace talus::sand::grid {

struct ClosedRegion {
    std::vector<std::uint32_t> cells;  ///< in the order of their indices
};

/// @param conductance of the lower face of each cell, as in solve/pressure.h
/// @param bodies free ones that give way; a region that can push one of them is not closed
std::vector<ClosedRegion> closedRegions(const Lattice& lattice, const Faces& conductance,
                                        const std::vector<Cell>& cells,
                                        const std::vector<BodyRows>& bodies = {});

/// The closed regions of which sum b is zero or above: those whose solution is not unique. What is left empty
/// may be a ten-thousandth, as steps leave such errors.
class FullRegions {
  public:
    /// Takes from b what no pressure can prevent.
    /// @param capacity of each cell, as b is what it may lose of it: in a time, or in all
    /// @param both_signs p may be negative: then b must not have sum b < 0 either
    FullRegions(const std::vector<ClosedRegion>& regions, exec::View<const double> capacity, bool both_signs,
                exec::View<double> b);
    bool any() const { return !full_.empty(); }
    /// Adds a constant to the pressure of each region, so that it is at least `least` in all of its cells,
    /// and equal to it in one.
    void setLevel(exec::View<const double> least, exec::View<double> p) const;
    /// Marks the cells of these regions with 1.
    void mark(std::vector<std::uint8_t>& cells) const;
    /// Sum of the positive rates that were taken from b.
    double taken() const { return taken_; }

  private:
    std::vector<const ClosedRegion*> full_;
    double taken_ = 0;
};

}  // namespace talus::sand::grid
