#include "talus/geometry/ground_surface.h"

#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/geometry/closest_point.h"

// Lengths inside are in spacings and relative to the centre, so that all cells look alike.
namespace talus::geometry {

struct GroundSurface::Query {
    double x, y, z;       ///< of the centre: x and y in spacings from the first column, z in metres
    double reach_square;  ///< in spacings
    std::uint32_t own_i, own_j;
    bool within;  ///< the centre is above or below the cell (own_i, own_j)
};

namespace {

/// The cells that [from, to] meets (in spacings), of `count`; last < first where there is none.
struct Cells {
    std::uint32_t first = 1, last = 0;
};
Cells cellsIn(double from, double to, std::uint32_t count) {
    if (!(to >= 0 && from <= count)) return {};
    return {from > 0 ? static_cast<std::uint32_t>(std::min<double>(from, count - 1)) : 0,
            static_cast<std::uint32_t>(std::min<double>(to, count - 1))};
}

double outside(double x, double low) { return std::max(0.0, std::max(low - x, x - low - 1)); }

/// The nearest point of an edge from V along d is between its ends and within reach; w leads from V to the
/// centre. No division, since it is asked often and rarely so.
bool mayTouch(const Vec3d& w, double square, const Vec3d& d, double reach_square) {
    const double along = dot(w, d), whole = squaredLength(d);
    return along > border * whole && along < (1 - border) * whole &&
           (square - reach_square) * whole < along * along;
}

}  // namespace

/// The two faces of a cell, its diagonal, its edges and its corner on the sides of low x and y; at the last
/// columns those of the other sides too, which no other cell looks at.
void GroundSurface::look(const Query& query, std::uint32_t i, std::uint32_t j, const double* g, bool& below,
                         std::vector<GroundTouch>& found) const {
    const double g00 = g[0], g10 = g[1], g01 = g[2], g11 = g[3];
    const double u = query.x - i, v = query.y - j;
    const bool own = query.within && i == query.own_i && j == query.own_j;
    const auto face = [&](double slope_x, double slope_y, bool lower) {
        const double over = -(g00 + slope_x * u + slope_y * v);  // the centre over the plane
        if (own && lower == (u >= v) && over < 0) below = true;
        const double square = 1 + slope_x * slope_x + slope_y * slope_y;
        if (!(over >= 0 && over * over < query.reach_square * square)) return;
        // The foot of the centre in the plane, times `square`.
        const double a = u * square + slope_x * over, b = v * square + slope_y * over, near = border * square;
        const double high = lower ? a : b, low = lower ? b : a;
        if (!(low > near && high - low > near && square - high > near)) return;
        const double scale = 1 / std::sqrt(square);
        found.push_back({{-slope_x * scale, -slope_y * scale, scale}, over * scale * grid_.spacing});
    };
    face(g10 - g00, g11 - g10, true);
    face(g11 - g01, g01 - g00, false);

    const auto edgeFrom = [&](double a, double b, double height, int di, int dj, double rise) {
        const Vec3d w{u - a, v - b, -height};
        if (mayTouch(w, squaredLength(w), {static_cast<double>(di), static_cast<double>(dj), rise},
                     query.reach_square))
            edge(query, i + static_cast<std::uint32_t>(a), j + static_cast<std::uint32_t>(b), di, dj, found);
    };
    const auto cornerAt = [&](double a, double b, double height) {
        const Vec3d w{u - a, v - b, -height};
        if (squaredLength(w) < query.reach_square)
            corner(query, i + static_cast<std::uint32_t>(a), j + static_cast<std::uint32_t>(b), found);
    };
    edgeFrom(0, 0, g00, 1, 1, g11 - g00);
    edgeFrom(0, 0, g00, 1, 0, g10 - g00);
    edgeFrom(0, 0, g00, 0, 1, g01 - g00);
    cornerAt(0, 0, g00);
    const bool last_i = i + 2 == grid_.columns, last_j = j + 2 == grid_.rows;
    if (last_i) edgeFrom(1, 0, g10, 0, 1, g11 - g10), cornerAt(1, 0, g10);
    if (last_j) edgeFrom(0, 1, g01, 1, 0, g11 - g01), cornerAt(0, 1, g01);
    if (last_i && last_j) cornerAt(1, 1, g11);
}

void GroundSurface::edge(const Query& query, std::uint32_t i, std::uint32_t j, int di, int dj,
                         std::vector<GroundTouch>& found) const {
    const double here = height_[grid_.at(i, j)];
    const auto from = [&](int a, int b) {
        return Vec3d{
            static_cast<double>(a), static_cast<double>(b),
            (height_[grid_.at(i + static_cast<std::uint32_t>(a), j + static_cast<std::uint32_t>(b))] - here) *
                per_spacing_};
    };
    const Vec3d along = from(di, dj);
    const double whole = squaredLength(along);
    Vec3d w{query.x - i, query.y - j, (query.z - here) * per_spacing_};
    w -= along * (dot(w, along) / whole);
    if (!(w.z > 0)) return;  // seen from within the ground, a furrow looks like a ridge
    // The third corners of the triangles on both sides.
    const bool diagonal = di == dj;
    const int third[2][2] = {{1, diagonal ? 0 : 1}, {diagonal ? 0 : -dj, diagonal ? 1 : -di}};
    for (const auto& [a, b] : third) {
        if (!has(std::int64_t{i} + a, std::int64_t{j} + b)) continue;
        const Vec3d other = from(a, b);
        const double across = squaredLength(other) - dot(other, along) * dot(other, along) / whole;
        if (dot(w, other) > border * across) return;
    }
    const double distance = length(w);
    if (distance > 0) found.push_back({w / distance, distance * grid_.spacing});
}

void GroundSurface::corner(const Query& query, std::uint32_t i, std::uint32_t j,
                           std::vector<GroundTouch>& found) const {
    const double here = height_[grid_.at(i, j)];
    const Vec3d w{query.x - i, query.y - j, (query.z - here) * per_spacing_};
    if (!(w.z > 0)) return;
    constexpr int around[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    for (const auto& [a, b] : around) {
        const std::int64_t ni = std::int64_t{i} + a, nj = std::int64_t{j} + b;
        if (!has(ni, nj)) continue;
        const double there =
            height_[grid_.at(static_cast<std::uint32_t>(ni), static_cast<std::uint32_t>(nj))];
        const Vec3d leads{static_cast<double>(a), static_cast<double>(b), (there - here) * per_spacing_};
        if (dot(w, leads) > border * squaredLength(leads)) return;
    }
    const double distance = length(w);
    found.push_back({w / distance, distance * grid_.spacing});
}

bool GroundSurface::touches(const Vec3d& centre, double reach, std::vector<GroundTouch>& found) const {
    Query query{};
    query.x = (centre.x - grid_.origin_x) * per_spacing_;
    query.y = (centre.y - grid_.origin_y) * per_spacing_;
    query.z = centre.z;
    const double wide = reach * per_spacing_;
    query.reach_square = wide * wide;
    const Cells across = cellsIn(query.x - wide, query.x + wide, grid_.columns - 1);
    const Cells along = cellsIn(query.y - wide, query.y + wide, grid_.rows - 1);
    if (across.first > across.last || along.first > along.last) return true;
    query.within = query.x >= 0 && query.x <= grid_.columns - 1 && query.y >= 0 && query.y <= grid_.rows - 1;
    if (query.within) {
        query.own_i = std::min(static_cast<std::uint32_t>(query.x), grid_.columns - 2);
        query.own_j = std::min(static_cast<std::uint32_t>(query.y), grid_.rows - 2);
    }
    const std::size_t before = found.size();
    bool below = false;
    for (std::uint32_t j = along.first; j <= along.last; ++j) {
        const double dy = outside(query.y, j), left = query.reach_square - dy * dy;
        if (left <= 0) continue;
        const double* low = &height_[grid_.at(0, j)];
        const double* high = low + grid_.columns;
        double g[4] = {0, (low[across.first] - query.z) * per_spacing_, 0,
                       (high[across.first] - query.z) * per_spacing_};
        for (std::uint32_t i = across.first; i <= across.last; ++i) {
            g[0] = g[1];
            g[2] = g[3];
            g[1] = (low[i + 1] - query.z) * per_spacing_;
            g[3] = (high[i + 1] - query.z) * per_spacing_;
            const double dx = outside(query.x, i);
            const double gap = std::max(0.0, -std::max(std::max(g[0], g[1]), std::max(g[2], g[3])));
            if (gap * gap + dx * dx < left) look(query, i, j, g, below, found);
        }
    }
    if (!below) return true;
    found.resize(before);
    return false;
}

double GroundSurface::clearance(const Vec3d& point, double most) const {
    std::vector<GroundTouch> found;
    if (!touches(point, most, found)) return 0;
    double least = most;
    for (const GroundTouch& touch : found) least = std::min(least, touch.distance);
    return least;
}

std::optional<GroundCrossing> GroundSurface::crossing(const Vec3d& from, const Vec3d& to,
                                                      double slack) const {
    const Vec3d path = to - from;
    // In spacings: where the path begins, and how far it goes.
    const double x = (from.x - grid_.origin_x) * per_spacing_, y = (from.y - grid_.origin_y) * per_spacing_;
    const double dx = path.x * per_spacing_, dy = path.y * per_spacing_;
    // The part of the path above the columns; `side` is the one by which it comes in.
    double begin = 0, end = 1;
    Vec3d side;
    const auto cut = [&](double at, double step, double last, const Vec3d& low_side) {
        if (step == 0) {
            if (!(at >= 0 && at <= last)) end = -1;
            return;
        }
        const double first = (step > 0 ? -at : last - at) / step, final = (step > 0 ? last - at : -at) / step;
        if (first > begin) begin = first, side = step > 0 ? low_side : -low_side;
        end = std::min(end, final);
    };
    cut(x, dx, grid_.columns - 1, {-1, 0, 0});
    cut(y, dy, grid_.rows - 1, {0, -1, 0});
    if (!(begin <= end)) return std::nullopt;

    const auto pointAt = [&](double t) {
        // What round-off took beyond the last columns belongs to them.
        return surfaceAt(grid_, height_,
                         std::clamp(from.x + path.x * t, grid_.x(0), grid_.x(grid_.columns - 1)),
                         std::clamp(from.y + path.y * t, grid_.y(0), grid_.y(grid_.rows - 1)));
    };
    const auto over = [&](double t) {
        const auto point = pointAt(t);
        return point ? from.z + path.z * t - point->height : 1.0;
    };
    double above = over(begin);
    if (begin > 0 && above < 0) return GroundCrossing{begin, side};
    if (above < -slack) return std::nullopt;
    above = std::max(above, 0.0);

    // The surface is linear between the lines of columns along x and y and the diagonals of the cells: so is
    // the height over it, which need be looked at only where the path meets a line.
    struct Lines {
        double start, step;  ///< in lines
        double next;         ///< share of the path at which the next one is met
        double line;
        void advance(double t) {
            if (step == 0) return;
            do {
                next = (line - start) / step;
                line += step > 0 ? 1 : -1;
            } while (next <= t);
        }
    };
    const auto lines = [&](double start, double step) {
        Lines found{start, step, 2, 0};
        const double at = start + step * begin;
        found.line = step > 0 ? std::floor(at) : std::ceil(at);
        found.advance(begin);
        return found;
    };
    Lines all[3] = {lines(x, dx), lines(y, dy), lines(x - y, dx - dy)};
    double t = begin;
    while (t < end) {
        const double next = std::min({end, all[0].next, all[1].next, all[2].next});
        const double after = over(next);
        if (after < 0) {
            const auto within = pointAt(0.5 * (t + next));
            return GroundCrossing{t + (next - t) * (above / (above - after)), within->normal};
        }
        t = next;
        above = after;
        for (Lines& each : all)
            if (each.next <= t) each.advance(t);
    }
    return std::nullopt;
}

void GroundTops::build(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height,
                       double reach) {
    constexpr double fewest = 4, most = 1 << 30;
    const auto edge = static_cast<std::uint32_t>(std::clamp(std::ceil(reach / grid.spacing), fewest, most));
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
