#pragma once
#include <variant>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/neighbors/cells.h"

namespace talus::neighbors {

using exec::Array;
using exec::View;

/// The particles of a cell: [begin, end) of the sorted particles.
struct CellRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// A table with an entry for every cell of the particles' bounding box: one load per look-up.
class DenseCells {
  public:
    DenseCells(const exec::Exec& exec, View<const Vec3d> positions, double inverse_size, CellBox bounds);

    CellRange find(const Cell& cell) const;

  private:
    Cell origin_;
    Cell extent_;
    Array<CellRange> ranges_;
};

/// Teschner's spatial hash of the occupied cells, with open addressing. Its memory depends only on the number
/// of particles, not on the size of their bounding box.
class HashedCells {
  public:
    HashedCells(View<const Vec3d> positions, double inverse_size);
    CellRange find(const Cell& cell) const;

  private:
    struct Slot {
        Cell cell;
        CellRange range;  ///< empty: a free slot
    };
    Array<Slot> slots_;  ///< the number of slots is a power of two
};

/// Sorts particles along the Morton curve, so that particles that are close in space are close in memory:
/// order[k] is the k-th particle. The sort is stable.
/// @pre every |position| < farthest_cell * cell_size
void spatialOrder(const exec::Exec& exec, View<const Vec3d> positions, double cell_size,
                  Array<std::uint32_t>& order);

/// Finds the particles in a box of cells, in an unbounded domain.
class CellGrid {
  public:
    enum class Lookup { Automatic, Hashed };

    /// @pre the particles are sorted by spatialOrder with the same cell size. Lookup::Automatic uses the
    /// dense table if the bounding box has at most eight cells per particle, else the hash.
    CellGrid(const exec::Exec& exec, View<const Vec3d> positions, double cell_size, Lookup lookup);

    Cell cellAt(const Vec3d& position) const { return cellOf(position, inverse_size_); }
    /// Appends the ranges of the occupied cells of a box, in the order x, then y, then z.
    void inside(const CellBox& box, std::vector<CellRange>& ranges) const;
    bool isDense() const { return std::holds_alternative<DenseCells>(cells_); }

  private:
    double inverse_size_;
    CellBox bounds_;  ///< of the particles
    std::variant<DenseCells, HashedCells> cells_;
};

}  // namespace talus::neighbors
