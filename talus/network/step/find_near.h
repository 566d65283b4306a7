#pragma once
#include <memory>
#include <optional>

#include "talus/neighbors/cell_grid.h"
#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* near_scratch = "network.near";

/// The masses sorted into cells as large as the largest reach of a link. The table itself is not sorted: the
/// points of a grain stay together, and springs find their ends by row.
class NearMasses {
  public:
    /// @pre every |position| < neighbors::farthest_cell * reach
    void find(const exec::Exec& exec, exec::View<const Vec3d> position, double reach);

    /// Calls take(j) for the other masses that may be within reach of mass i, in an order that depends on the
    /// positions alone.
    template <class Take>
    void forNear(std::size_t i, exec::View<const Vec3d> position, std::vector<neighbors::CellRange>& cells,
                 Take take) const {
        cells.clear();
        grid_->inside(boxAround(grid_->cellAt(position[i]), 1), cells);
        for (const auto& [first, last] : cells)
            for (std::size_t k = first; k < last; ++k)
                if (order_[k] != i) take(order_[k]);
    }

  private:
    exec::Array<std::uint32_t> order_;
    exec::Array<Vec3d> sorted_;
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
