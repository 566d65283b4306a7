#include "talus/water/search/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/exec/reduce.h"

namespace talus::water {
Extent noExtent() {
    constexpr double far = std::numeric_limits<double>::infinity();
    return {{far, far, far}, {-far, -far, -far}, {}};
}

Cells cellsFor(const exec::Exec& exec, exec::View<const Vec3d> position, double support,
               const environment::Periodic& domain) {
    const Extent extent =
        exec::reduce(exec, position.size(), noExtent(), ExtentOfParticle{position}, ExtentOfBoth{});
    return cellsFor(extent, position.size(), support, domain);
}

Cells cellsFor(const Extent& extent, std::size_t count, double support, const environment::Periodic& domain) {
    const Vec3d mean = extent.sum / static_cast<double>(count);
    struct Axis {
        double low, high, mean, edge, period, start;
    };
    std::array<Axis, 3> axes{
        Axis{extent.low.x, extent.high.x, mean.x, support / Cells::reach[0], domain.length.x, domain.low.x},
        Axis{extent.low.y, extent.high.y, mean.y, support / Cells::reach[1], domain.length.y, domain.low.y},
        Axis{extent.low.z, extent.high.z, mean.z, support / Cells::reach[2], domain.length.z, domain.low.z}};
    // A full box of particles that fit in memory never needs as many cells along an axis.
    constexpr double max_along = 1 << 20;
    std::array<double, 3> wanted{};
    Cells cells;
    for (std::size_t a = 0; a < 3; ++a) {
        Axis& axis = axes[a];
        cells.wraps[a] = axis.period > 0;
        if (cells.wraps[a]) {
            // Whole cells fill the domain. They may be longer than the support requires, not shorter.
            wanted[a] = std::clamp(std::floor(axis.period / axis.edge), 1.0, max_along);
            axis.edge = axis.period / wanted[a];
            axis.low = axis.start;
        } else {
            wanted[a] = std::min(std::floor((axis.high - axis.low) / axis.edge) + 1, max_along);
        }
    }
    const double max_cells = 16.0 * static_cast<double>(count) + 4096;
    while (wanted[0] * wanted[1] * wanted[2] > max_cells) {
        std::size_t longest = 3;
        for (std::size_t a = 0; a < 3; ++a)
            if (!cells.wraps[a] && wanted[a] > 1 && (longest == 3 || wanted[a] > wanted[longest]))
                longest = a;
        if (longest == 3) {  // only periodic axes are left: longer cells
            for (std::size_t a = 0; a < 3; ++a)
                if (longest == 3 || wanted[a] > wanted[longest]) longest = a;
            wanted[longest] = std::max(1.0, std::floor(wanted[longest] / 2));
            axes[longest].edge = axes[longest].period / wanted[longest];
            continue;
        }
        wanted[longest] = std::ceil(wanted[longest] / 2);
        Axis& axis = axes[longest];
        const double half = 0.5 * wanted[longest] * axis.edge;
        axis.low = std::clamp(axis.mean - half, axis.low, std::max(axis.low, axis.high - 2 * half));
    }
    cells.origin = {axes[0].low, axes[1].low, axes[2].low};
    cells.inverse = {1 / axes[0].edge, 1 / axes[1].edge, 1 / axes[2].edge};
    for (std::size_t a = 0; a < 3; ++a) cells.count[a] = static_cast<std::int32_t>(wanted[a]);
    // Three times eleven rows of a hundred particles, with all data of a pass, fit a core's L2 cache.
    constexpr std::int32_t wide = 8;
    cells.strips = (cells.count[1] + wide - 1) / wide;
    cells.strip = (cells.count[1] + cells.strips - 1) / cells.strips;
    return cells;
}

}  // namespace talus::water
