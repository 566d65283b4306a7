#include "talus/geometry/hollow.h"

#include <algorithm>
#include <array>
#include <queue>

namespace talus::geometry {
namespace {

using Corners = std::array<std::size_t, 3>;

/// The columns of the corners of the triangle at (x, y). @pre (x, y) is within the grid
Corners triangleAt(const ColumnGrid& grid, double x, double y) {
    const double u = std::min((x - grid.origin_x) / grid.spacing, grid.columns - 1.0),
                 v = std::min((y - grid.origin_y) / grid.spacing, grid.rows - 1.0);
    const auto i = std::min(static_cast<std::uint32_t>(u), grid.columns - 2),
               j = std::min(static_cast<std::uint32_t>(v), grid.rows - 2);
    const std::size_t third = u - i >= v - j ? grid.at(i + 1, j) : grid.at(i, j + 1);
    return {grid.at(i, j), third, grid.at(i + 1, j + 1)};
}

/// Calls take(neighbour) for the up to six columns that share a side of a triangle with `column`.
template <class Take>
void forNeighbours(const ColumnGrid& grid, std::size_t column, Take take) {
    constexpr std::array<std::array<int, 2>, 6> directions{
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}};
    const auto i = static_cast<std::int64_t>(column % grid.columns),
               j = static_cast<std::int64_t>(column / grid.columns);
    for (const auto& direction : directions) {
        const std::int64_t a = i + direction[0], b = j + direction[1];
        if (a >= 0 && b >= 0 && a < grid.columns && b < grid.rows)
            take(grid.at(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
    }
}

bool atEdge(const ColumnGrid& grid, std::size_t column) {
    const std::size_t i = column % grid.columns, j = column / grid.columns;
    return i == 0 || j == 0 || i + 1 == grid.columns || j + 1 == grid.rows;
}

/// The lowest level at which water from a column reaches the edge of the ground [m].
double spillFrom(const ColumnGrid& grid, exec::View<const double> height, std::size_t from) {
    using LevelAndColumn = std::pair<double, std::size_t>;
    std::priority_queue<LevelAndColumn, std::vector<LevelAndColumn>, std::greater<>> open;
    std::vector<std::uint8_t> visited(grid.size());
    open.emplace(height[from], from);
    visited[from] = 1;
    while (!open.empty()) {
        const LevelAndColumn now = open.top();
        open.pop();
        if (atEdge(grid, now.second)) return now.first;
        forNeighbours(grid, now.second, [&](std::size_t next) {
            if (visited[next]) return;
            visited[next] = 1;
            open.emplace(std::max(now.first, height[next]), next);
        });
    }
    return height[from];
}

/// The integral of max(depth, 0) over a triangle of area 1, for a depth that is linear between its values at
/// the corners. With one corner above 0, of depth a, it is a pyramid over the part of the triangle up to the
/// zeros on its sides.
double integralAbove(double a, double b, double c) {
    const auto pyramid = [](double apex, double p, double q) {
        return apex * apex * apex / (3 * (apex - p) * (apex - q));
    };
    const int above = (a > 0) + (b > 0) + (c > 0);
    if (above == 0) return 0;
    if (above == 1) return a > 0 ? pyramid(a, b, c) : b > 0 ? pyramid(b, a, c) : pyramid(c, a, b);
    const double all = (a + b + c) / 3;
    if (above == 3) return all;
    return all + (a <= 0 ? pyramid(-a, -b, -c) : b <= 0 ? pyramid(-b, -a, -c) : pyramid(-c, -a, -b));
}

double volumeOf(const Hollow& hollow, exec::View<const double> height) {
    const ColumnGrid& grid = hollow.grid;
    double sum = 0;
    for (std::uint32_t j = hollow.columns.first_j; j + 1 < hollow.columns.last_j; ++j)
        for (std::uint32_t i = hollow.columns.first_i; i + 1 < hollow.columns.last_i; ++i)
            for (const std::size_t third : {grid.at(i + 1, j), grid.at(i, j + 1)}) {
                const std::size_t a = grid.at(i, j), b = grid.at(i + 1, j + 1);
                if (hollow.wet[a] || hollow.wet[b] || hollow.wet[third])
                    sum += integralAbove(hollow.level - height[a], hollow.level - height[b],
                                         hollow.level - height[third]);
            }
    return 0.5 * grid.area() * sum;
}

}  // namespace

double Hollow::depth(exec::View<const double> height, double x, double y) const {
    const auto surface = surfaceAt(grid, height, x, y);
    if (!surface) return 0;
    const Corners corners = triangleAt(grid, x, y);
    const bool own = std::any_of(corners.begin(), corners.end(), [&](std::size_t c) { return wet[c] != 0; });
    return own ? level - surface->height : 0;
}

Box Hollow::bounds() const {
    return {{grid.x(columns.first_i), grid.y(columns.first_j), lowest},
            {grid.x(columns.last_i - 1), grid.y(columns.last_j - 1), level}};
}

std::optional<Hollow> hollowAt(const ColumnGrid& grid, exec::View<const double> height, double x, double y,
                               double level) {
    const auto surface = surfaceAt(grid, height, x, y);
    if (!surface || !(surface->height < level)) return std::nullopt;
    const Corners corners = triangleAt(grid, x, y);
    const std::size_t from = *std::min_element(
        corners.begin(), corners.end(), [&](std::size_t a, std::size_t b) { return height[a] < height[b]; });
    Hollow hollow;
    hollow.grid = grid;
    hollow.level = level;
    hollow.wet.resize(grid.size());
    hollow.lowest = height[from];
    hollow.spill = spillFrom(grid, height, from);
    ColumnRange& range = hollow.columns;
    range = {grid.columns, 0, grid.rows, 0};
    std::vector<std::size_t> open{from};
    hollow.wet[from] = 1;
    while (!open.empty()) {
        const std::size_t now = open.back();
        open.pop_back();
        hollow.at_edge = hollow.at_edge || atEdge(grid, now);
        hollow.lowest = std::min(hollow.lowest, height[now]);
        const auto i = static_cast<std::uint32_t>(now % grid.columns),
                   j = static_cast<std::uint32_t>(now / grid.columns);
        range = {std::min(range.first_i, i), std::max(range.last_i, i + 1), std::min(range.first_j, j),
                 std::max(range.last_j, j + 1)};
        forNeighbours(grid, now, [&](std::size_t next) {
            if (hollow.wet[next] || !(height[next] < level)) return;
            hollow.wet[next] = 1;
            open.push_back(next);
        });
    }
    range = grown(range, 1, grid);
    hollow.volume = volumeOf(hollow, height);
    return hollow;
}

}  // namespace talus::geometry
