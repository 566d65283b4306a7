#pragma once
#include <array>

#include "talus/environment/periodic.h"
#include "talus/exec/exec.h"
#include "talus/exec/sort.h"
#include "talus/water/search/cells.h"

namespace talus::couple::water_grains {

/// Points sorted by grid cell, to find those near a position. Points of one cell keep their order, so that
/// sums over them have a fixed order.
class PointCells {
  public:
    /// @param position finite @param reach radius of the search [m]
    void build(const exec::Exec& exec, exec::View<const Vec3d> position, double reach,
               const environment::Periodic& domain);

    /// Calls take(row, offset) for each point nearer than the reach; `offset` is the vector from the point to
    /// the position [m].
    template <class Take>
    void forNear(const Vec3d& position, Take take) const {
        if (order_.empty()) return;
        const Vec3d p = environment::wrapped(domain_, position);
        const std::array<std::int32_t, 3> own_cell = cells_.cellOf(p);
        std::array<Around, 3> around;
        for (int a = 0; a < 3; ++a) around[static_cast<std::size_t>(a)] = cellsAround(a, own_cell);
        for (int z = 0; z < around[2].count; ++z)
            for (int y = 0; y < around[1].count; ++y)
                for (int x = 0; x < around[0].count; ++x) {
                    const std::uint64_t cell =
                        cells_.index({around[0].cell[x], around[1].cell[y], around[2].cell[z]});
                    for (std::uint32_t k = start_[cell]; k < start_[cell + 1]; ++k) {
                        const Vec3d offset = environment::shortest(domain_, p - position_[k]);
                        if (squaredLength(offset) < reach_ * reach_) take(order_[k], offset);
                    }
                }
    }

  private:
    /// Cells along one axis; each only once, even in a short periodic domain.
    struct Around {
        std::array<std::int32_t, 5> cell{};
        int count = 0;
    };
    Around cellsAround(int axis, const std::array<std::int32_t, 3>& own_cell) const;

    water::Cells cells_;
    environment::Periodic domain_{};
    double reach_ = 0;
    exec::Array<std::uint64_t> keys_;
    exec::Array<std::uint32_t> order_, start_;
    exec::Array<Vec3d> position_;  ///< sorted by cell, as `order_`
    exec::SortScratch sort_;
};

}  // namespace talus::couple::water_grains
