#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/grains/contact_list.h"
#include "talus/neighbors/cell_grid.h"

namespace talus::grains {

/// Where grains are looked for: those that move come first in the tables, the settled ones behind them.
class Neighbourhood {
  public:
    /// @param position of all grains, each of the two kinds in spatial order @param moving how many move
    Neighbourhood(const exec::Exec& exec, const ContactSearch& search, exec::View<const Vec3d> position,
                  std::size_t moving);

    neighbors::Cell cellAt(const Vec3d& position) const { return moving_.cellAt(position); }
    /// Ranges of rows in a cell and up to `cells` away from it.
    void around(const neighbors::Cell& cell, int cells, std::vector<neighbors::CellRange>& ranges) const;

  private:
    neighbors::CellGrid moving_;
    std::optional<neighbors::CellGrid> settled_;
    std::uint32_t first_settled_;
};

/// What stands in and around a cell, side by side: the distances from one place to all of them are a loop
/// without branches, many at a time.
class Candidates {
  public:
    /// @param known rows that nobody asks about: most of them are left out
    void gather(const Neighbourhood& grid, const neighbors::Cell& cell, int cells,
                exec::View<const Vec3d> position, exec::View<const double> radius,
                neighbors::CellRange known = {});

    /// Finds those whose surface is within a gap of a ball's, in order. @param shift of the ball's copy
    /// @returns their places here
    std::span<const std::uint32_t> findWithin(const Vec3d& p, double a, const Vec3d& shift, double gap);

    std::uint32_t row(std::uint32_t place) const { return rows_[place]; }
    /// Of the distance from the place last asked about.
    double square(std::uint32_t place) const { return square_[place]; }

  private:
    std::vector<neighbors::CellRange> near_;
    std::vector<std::uint32_t> rows_, hits_;
    std::vector<double> x_, y_, z_, radius_, square_;
};

}  // namespace talus::grains
