#include "talus/couple/hybrid/pristine_sand.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::couple {
namespace {

/// Positions of the pattern over one column, from the lowest to the highest.
class PatternColumn {
  public:
    PatternColumn(const Exchange& exchange, const ColumnStore& store) : exchange_(exchange), store_(store) {}

    /// @param bottom of the sand [m]
    const std::vector<Vec3d>& operator()(std::uint32_t i, std::uint32_t j, double bottom) {
        const geometry::ColumnGrid& grid = exchange_.columns->grid;
        const double half = 0.5 * grid.spacing, radius = exchange_.hybrid.grain_radius;
        // Fewer balls fit next to a floor and a surface than far from both, so some lie above the depth.
        const double top = bottom + exchange_.hybrid.depth + 4 * radius;
        const Vec3d low{grid.x(i) - half, grid.y(j) - half, bottom},
            high{grid.x(i) + half, grid.y(j) + half, top};
        places_.clear();
        exchange_.pattern->forPositionsIn(low, high, [&](const Vec3d& p, std::uint64_t) {
            if (store_.has(p.x, p.y) && p.z - radius >= store_.bedrockAt(p.x, p.y)) places_.push_back(p);
        });
        std::sort(places_.begin(), places_.end(), [](const Vec3d& a, const Vec3d& b) {
            return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
        });
        return places_;
    }

  private:
    const Exchange& exchange_;
    const ColumnStore& store_;
    std::vector<Vec3d> places_;
};

}  // namespace

void layOutPristineSand(const Exchange& exchange, exec::View<const std::uint8_t> wanted, ColumnStore& store,
                        Buried& buried) {
    const Hybrid& hybrid = exchange.hybrid;
    if (!(hybrid.depth > 0)) return;
    const ColumnStore::Setup& columns = *exchange.columns;
    const geometry::ColumnGrid& grid = columns.grid;
    const std::uint16_t material = exchange.pristine;
    const double radius = hybrid.grain_radius;
    const double mass = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius * columns.density[material];
    PatternColumn pattern_column(exchange, store);
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            if (wanted[k] == 0 || !(store.pristine(k, material) > 0)) continue;
            if (store.pristine(k, material) >= mass) {
                const std::vector<Vec3d>& positions = pattern_column(i, j, columns.bedrock[k]);
                // The lowest positions are used already if grains were made of this column before.
                for (std::size_t n = store.laidOut(k, material);
                     n < positions.size() && store.pristine(k, material) >= mass; ++n) {
                    store.makePristineGrain(k, material, mass);
                    buried.add({.position = positions[n],
                                .radius = radius,
                                .mass = mass,
                                .material = material,
                                .column = static_cast<std::uint32_t>(k)});
                }
            }
            if (i + 1 < grid.columns && wanted[k + 1] != 0) store.movePristine(k, k + 1, material);
        }
}

}  // namespace talus::couple
