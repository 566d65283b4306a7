#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/grains/search/contact_list.h"
#include "talus/neighbors/cell_grid.h"

namespace talus::grains {

/// The search grids of one size class: one of the moving grains, one of the settled grains. Indices count the
/// moving grains first, then the settled ones.
class ClassGrid {
  public:
    /// @param position of all grains of the class, first the moving, then the settled ones, each in spatial
    /// order
    /// @param moving number of moving grains @param rows of the grains in the table of grains, ascending
    /// within each kind; empty where the class is the whole table
    ClassGrid(const exec::Exec& exec, neighbors::CellGrid::Lookup lookup, double cell,
              exec::View<const Vec3d> position, std::size_t moving, exec::View<const std::uint32_t> rows);

    /// Finds the index ranges of the grains in the cells of a box, first those of moving grains.
    void inside(const neighbors::CellBox& box, std::vector<neighbors::CellRange>& ranges) const;
    /// Row of a grain in the table of grains, from its index.
    std::uint32_t row(std::uint32_t index) const { return rows_.empty() ? index : rows_[index]; }
    /// The indices of the moving grains that have these rows.
    neighbors::CellRange indicesOf(const neighbors::CellRange& rows) const;
    bool hasSettled() const { return settled_.has_value(); }

  private:
    neighbors::CellGrid moving_;
    std::optional<neighbors::CellGrid> settled_;
    std::uint32_t first_settled_;
    exec::View<const std::uint32_t> rows_;
};

/// The search grids of all size classes.
class ClassGrids {
  public:
    /// @param position of all grains, first the moving, then the settled ones, each in spatial order
    /// @param moving number of moving grains
    ClassGrids(const exec::Exec& exec, const ContactSearch& search, exec::View<const Vec3d> position,
               exec::View<const double> radius, std::size_t moving);

    /// Null if the class has no grains.
    const ClassGrid* of(int size_class) const {
        const auto& found = classes_[static_cast<std::size_t>(size_class)];
        return found ? &*found : nullptr;
    }

  private:
    exec::Array<std::uint32_t> rows_;  ///< class by class; empty where there is one class
    std::vector<std::optional<ClassGrid>> classes_;
};

/// The grains in a box of cells, copied into contiguous arrays. The loop over the distances from one position
/// to all of them has no branches and is vectorised.
class Candidates {
  public:
    /// @param skip rows that are not needed; most of them are left out
    void gather(const ClassGrid& grid, const neighbors::CellBox& box, exec::View<const Vec3d> position,
                exec::View<const double> radius, neighbors::CellRange skip);

    /// Finds the grains whose surface is within `gap` of the surface of a sphere, in order.
    /// @param p centre and @param a radius of the sphere @param shift displacement of its periodic copy
    /// @returns their indices in these arrays
    std::span<const std::uint32_t> findWithin(const Vec3d& p, double a, const Vec3d& shift, double gap);

    std::uint32_t row(std::uint32_t index) const { return rows_[index]; }
    /// Square of the distance found by the last findWithin().
    double square(std::uint32_t index) const { return square_[index]; }

  private:
    std::vector<neighbors::CellRange> near_;
    std::vector<std::uint32_t> rows_, hits_;
    std::vector<double> x_, y_, z_, radius_, square_;
};

}  // namespace talus::grains
