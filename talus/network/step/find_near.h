#pragma once
#include <memory>
#include <optional>

#include "talus/neighbors/cell_grid.h"
#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* near_scratch = "network.near";

/// The masses sorted into cells as large as the largest reach of a link. The table itself is not sorted: the
/// points of a grain stay together, and springs find their ends by row. Distances are those along the axes in
/// which masses move, as those of links.
class NearMasses {
  public:
    /// The cells around the last mass that one thread asked for: the masses of a cell share them.
    struct Around {
        std::optional<neighbors::Cell> of{};
        std::vector<neighbors::CellRange> cells{};
    };

    /// @pre every |position| < neighbors::farthest_cell * reach
    void find(const exec::Exec& exec, const Setup& setup, exec::View<const Vec3d> position);

    std::size_t size() const { return order_.size(); }
    /// The row of the k-th mass in the order of the cells.
    std::size_t row(std::size_t k) const { return order_[k]; }

    /// Calls take(j) for the rows of the masses within reach of the k-th mass in the order of the cells, but
    /// itself. The order of the calls depends on the positions alone.
    template <class Take>
    void forNear(std::size_t k, Around& around, Take take) const {
        const Vec3d& at = sorted_[k];
        if (const neighbors::Cell cell = grid_->cellAt(at); around.of != cell) {
            around.of = cell;
            around.cells.clear();
            grid_->inside(boxAround(cell, 1), around.cells);
        }
        for (const auto& [first, last] : around.cells)
            for (std::size_t other = first; other < last; ++other)
                if (squaredLength(sorted_[other] - at) < square_ && other != k) take(order_[other]);
    }

  private:
    exec::Array<std::uint32_t> order_;
    exec::Array<Vec3d> projected_;  ///< positions by row, along the axes in which masses move
    exec::Array<Vec3d> sorted_;     ///< the same in the order of the cells
    double square_ = 0;             ///< of the reach
    std::optional<neighbors::CellGrid> grid_;
};

/// Finds the masses that are near each other.
struct FindNear {
    static constexpr const char* name = "find near masses";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
