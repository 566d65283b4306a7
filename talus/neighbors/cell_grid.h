#pragma once
#include <variant>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/neighbors/cells.h"

namespace talus::neighbors {

using exec::Array;
using exec::View;

/// Particles [begin, end) of the sorted set lie in a cell.
struct CellRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Every cell of the particles' bounding box has an entry: one load a look-up.
class DenseCells {
  public:
    DenseCells(const exec::Exec& exec, View<const Vec3d> positions, double inverse_size, CellBox bounds);

    CellRange find(const Cell& cell) const;

  private:
    Cell origin_;
    Cell extent_;
    Array<CellRange> ranges_;
};

/// Teschner's spatial hash over the occupied cells, open addressing: its memory grows with the particles
/// only, however far apart they are.
class HashedCells {
  public:
    HashedCells(View<const Vec3d> positions, double inverse_size);
    CellRange find(const Cell& cell) const;

  private:
    struct Slot {
        Cell cell;
        CellRange range;  ///< empty: a free slot
    };
    Array<Slot> slots_;  ///< a power of two
};

/// The order in which particles are near in memory where they are near in space: order[k] is the particle
/// that comes k-th. Stable, so equal input gives equal order.
/// @pre every |position| < farthest_cell * cell_size
void spatialOrder(const exec::Exec& exec, View<const Vec3d> positions, double cell_size,
                  Array<std::uint32_t>& order);

/// Finds the particles in a cell and around it, in an unbounded domain.
class CellGrid {
  public:
    enum class Lookup { Automatic, Hashed };

    /// Indexes particles that already stand in spatialOrder with the same cell size. Automatic takes the
    /// dense table where the bounding box has at most eight cells a particle, and else the hash.
    CellGrid(const exec::Exec& exec, View<const Vec3d> positions, double cell_size, Lookup lookup);

    Cell cellAt(const Vec3d& position) const { return cellOf(position, inverse_size_); }
    /// Appends what is in the cells of a box: along x first, then y, then z.
    void inside(const CellBox& box, std::vector<CellRange>& ranges) const;
    bool isDense() const { return std::holds_alternative<DenseCells>(cells_); }

  private:
    double inverse_size_;
    CellBox bounds_;  ///< of the particles
    std::variant<DenseCells, HashedCells> cells_;
};

}  // namespace talus::neighbors
