#include "talus/geometry/ground_height_bound.h"

#include <cmath>

#include "talus/exec/for_each.h"

namespace talus::geometry {

void GroundHeightBound::build(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height,
                              double reach) {
    constexpr double min_columns = 4, max_columns = 1 << 30;
    const auto edge =
        static_cast<std::uint32_t>(std::clamp(std::ceil(reach / grid.spacing), min_columns, max_columns));
    const std::uint32_t across = (grid.columns - 2) / edge + 1, along = (grid.rows - 2) / edge + 1;
    reach_ = edge * grid.spacing;
    origin_x_ = grid.origin_x;
    origin_y_ = grid.origin_y;
    per_tile_ = 1 / (grid.spacing * edge);
    last_x_ = across - 1;
    last_y_ = along - 1;
    tiles_x_ = across;
    own_.resize(std::size_t{across} * along);
    top_.resize(own_.size());
    exec::for_each(
        exec, along,
        [&](std::size_t row) {
            const auto first_j = static_cast<std::uint32_t>(row) * edge;
            const std::uint32_t last_j = std::min(first_j + edge, grid.rows - 1);
            for (std::uint32_t a = 0; a < across; ++a) {
                const std::uint32_t last_i = std::min(a * edge + edge, grid.columns - 1);
                double top = height[grid.at(a * edge, first_j)];
                for (std::uint32_t j = first_j; j <= last_j; ++j)
                    for (std::uint32_t i = a * edge; i <= last_i; ++i)
                        top = std::max(top, height[grid.at(i, j)]);
                own_[row * across + a] = top;
            }
        },
        4);
    exec::for_each(
        exec, along,
        [&](std::size_t row) {
            const std::size_t first_n = row > 0 ? row - 1 : 0,
                              last_n = std::min<std::size_t>(row + 1, along - 1);
            for (std::size_t a = 0; a < across; ++a) {
                double top = own_[row * across + a];
                for (std::size_t n = first_n; n <= last_n; ++n)
                    for (std::size_t m = a > 0 ? a - 1 : 0; m <= std::min<std::size_t>(a + 1, across - 1);
                         ++m)
                        top = std::max(top, own_[n * across + m]);
                top_[row * across + a] = top;
            }
        },
        4);
}

}  // namespace talus::geometry
