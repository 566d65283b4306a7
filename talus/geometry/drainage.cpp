#include "talus/geometry/drainage.h"

#include <functional>
#include <queue>
#include <utility>

namespace talus::geometry {

std::vector<double> Drainage::gathered(const std::vector<double>& own) const {
    std::vector<double> sum = own;
    for (auto column = order.rbegin(); column != order.rend(); ++column)
        if (into[*column] != *column) sum[into[*column]] += sum[*column];
    return sum;
}

Drainage drainageOf(const ColumnGrid& grid, exec::View<const double> height) {
    Drainage drainage{std::vector<std::uint32_t>(grid.size()), {}};
    drainage.order.reserve(grid.size());
    std::vector<std::uint8_t> visited(grid.size());
    // Columns of equal height are taken in the order of their indices, so that the result depends on the
    // ground only.
    using LevelAndColumn = std::pair<double, std::uint32_t>;
    std::priority_queue<LevelAndColumn, std::vector<LevelAndColumn>, std::greater<>> open;
    const auto reach = [&](double level, std::size_t column, std::size_t from) {
        if (visited[column]) return;
        visited[column] = 1;
        drainage.into[column] = static_cast<std::uint32_t>(from);
        open.emplace(std::max(level, height[column]), static_cast<std::uint32_t>(column));
    };
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i)
            if (i == 0 || j == 0 || i + 1 == grid.columns || j + 1 == grid.rows)
                reach(height[grid.at(i, j)], grid.at(i, j), grid.at(i, j));
    while (!open.empty()) {
        const LevelAndColumn now = open.top();
        open.pop();
        drainage.order.push_back(now.second);
        const std::uint32_t i = now.second % grid.columns, j = now.second / grid.columns;
        for (std::uint32_t b = j > 0 ? j - 1 : j; b <= j + 1 && b < grid.rows; ++b)
            for (std::uint32_t a = i > 0 ? i - 1 : i; a <= i + 1 && a < grid.columns; ++a)
                reach(now.first, grid.at(a, b), now.second);
    }
    return drainage;
}

}  // namespace talus::geometry
