#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/grains/search/contact_list.h"
#include "talus/neighbors/cell_grid.h"

namespace talus::grains {

/// Where the grains of one size class are looked for: those that move come first, the settled ones behind
/// them.
class ClassGrid {
  public:
    /// @param position of all grains of the class, each of the two kinds in spatial order
    /// @param moving how many of them move @param rows of each in the table of grains, rising for each of the
    /// two kinds; empty where the class is the whole table
    ClassGrid(const exec::Exec& exec, neighbors::CellGrid::Lookup lookup, double cell,
              exec::View<const Vec3d> position, std::size_t moving, exec::View<const std::uint32_t> rows);

    /// Ranges of places in the cells of a box: first of those that move.
    void inside(const neighbors::CellBox& box, std::vector<neighbors::CellRange>& ranges) const;
    /// Of the grain at a place of such a range, in the table of grains.
    std::uint32_t row(std::uint32_t place) const { return rows_.empty() ? place : rows_[place]; }
    /// The places of the grains that move and have these rows.
    neighbors::CellRange indicesOf(const neighbors::CellRange& rows) const;
    bool hasSettled() const { return settled_.has_value(); }

  private:
    neighbors::CellGrid moving_;
    std::optional<neighbors::CellGrid> settled_;
    std::uint32_t first_settled_;
    exec::View<const std::uint32_t> rows_;
};

/// The grains of a table, each size class by itself.
class ClassGrids {
  public:
    /// @param position of all grains in spatial order, first those that move @param moving how many move
    ClassGrids(const exec::Exec& exec, const ContactSearch& search, exec::View<const Vec3d> position,
               exec::View<const double> radius, std::size_t moving);

    /// Null where no grain is of the class.
    const ClassGrid* of(int size_class) const {
        const auto& found = classes_[static_cast<std::size_t>(size_class)];
        return found ? &*found : nullptr;
    }

  private:
    exec::Array<std::uint32_t> rows_;  ///< class by class; empty where there is one class
    std::vector<std::optional<ClassGrid>> classes_;
};

/// What stands in a box of cells, side by side: the distances from one place to all of them are a loop
/// without branches, many at a time.
class Candidates {
  public:
    /// @param skip rows that nobody asks about: most of them are left out
    void gather(const ClassGrid& grid, const neighbors::CellBox& box, exec::View<const Vec3d> position,
                exec::View<const double> radius, neighbors::CellRange skip);

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
