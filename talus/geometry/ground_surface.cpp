#include "talus/geometry/ground_surface.h"

#include <bit>
#include <cmath>
#include <limits>

#include "talus/geometry/closest_point.h"

// Below, lengths are in spacings and heights are relative to the centre, so that the formulas are the same
// for all cells.
namespace talus::geometry {

struct GroundSurface::Query {
    double x, y, z;       ///< of the centre: x and y in spacings from the first column, z in metres
    double reach_square;  ///< in spacings^2
    std::uint32_t own_i, own_j;
    bool within;  ///< the centre is above or below the cell (own_i, own_j)
};

namespace {

/// The cells along one axis that [from, to] overlaps (in spacings), of `count`; last < first where there is
/// none.
struct Cells {
    std::uint32_t first = 1, last = 0;
};
Cells cellsIn(double from, double to, std::uint32_t count) {
    if (!(to >= 0 && from <= count)) return {};
    return {from > 0 ? static_cast<std::uint32_t>(std::min<double>(from, count - 1)) : 0,
            static_cast<std::uint32_t>(std::min<double>(to, count - 1))};
}

double outside(double x, double low) { return std::max(0.0, std::max(low - x, x - low - 1)); }

/// Whether the nearest point of an edge, from V along d, is between its ends and within reach. w is the
/// vector from V to the centre. Written without division: it is called often and is rarely true.
bool mayTouch(const Vec3d& w, double square, const Vec3d& d, double reach_square) {
    const double along = dot(w, d), whole = squaredLength(d);
    return along > border * whole && along < (1 - border) * whole &&
           (square - reach_square) * whole < along * along;
}

}  // namespace

/// Tests the two faces of a cell, its diagonal, and its edges and corner on the sides of low x and y. In the
/// last cells also those on the other sides, which belong to no other cell.
void GroundSurface::testCell(const Query& query, std::uint32_t i, std::uint32_t j, const double* g,
                             bool& below, std::vector<GroundTouch>& found) const {
    const double g00 = g[0], g10 = g[1], g01 = g[2], g11 = g[3];
    const double u = query.x - i, v = query.y - j;
    const bool own = query.within && i == query.own_i && j == query.own_j;
    const auto face = [&](double slope_x, double slope_y, bool lower) {
        const double over = -(g00 + slope_x * u + slope_y * v);  // height of the centre above the plane
        if (own && lower == (u >= v) && over < 0) below = true;
        const double square = 1 + slope_x * slope_x + slope_y * slope_y;
        if (!(over >= 0 && over * over < query.reach_square * square)) return;
        // The foot of the perpendicular from the centre, times `square`.
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
            testEdge(query, i + static_cast<std::uint32_t>(a), j + static_cast<std::uint32_t>(b), di, dj,
                     found);
    };
    const auto cornerAt = [&](double a, double b, double height) {
        const Vec3d w{u - a, v - b, -height};
        if (squaredLength(w) < query.reach_square)
            testCorner(query, i + static_cast<std::uint32_t>(a), j + static_cast<std::uint32_t>(b), found);
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

void GroundSurface::testEdge(const Query& query, std::uint32_t i, std::uint32_t j, int di, int dj,
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
    if (!(w.z > 0)) return;  // from below, a furrow would count as a ridge
    // The third corners of the two triangles at this edge.
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

void GroundSurface::testCorner(const Query& query, std::uint32_t i, std::uint32_t j,
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

/// touches() for a sphere within `width` x `width` cells. First all tests are done for all cells without
/// branches, since the results are unpredictable; then the hits are evaluated. False where the centre is
/// below ground.
template <int width>
bool GroundSurface::testFewCells(const Query& query, std::vector<GroundTouch>& found) const {
    constexpr int cells = width * width;
    // The cells nearest to the centre, found by rounding instead of comparisons.
    const double centre_x = query.x + 0.5, centre_y = query.y + 0.5;
    const std::uint32_t i = static_cast<std::uint32_t>(centre_x) - width / 2,
                        j = static_cast<std::uint32_t>(centre_y) - width / 2;
    double g[width + 1][width + 1];
    for (std::uint32_t b = 0; b <= width; ++b) {
        const double* row = &height_[grid_.at(i, j + b)];
        for (std::uint32_t a = 0; a <= width; ++a) g[b][a] = (row[a] - query.z) * per_spacing_;
    }
    const double x = query.x - i, y = query.y - j, reach = query.reach_square;
    alignas(64) double g00[cells], g10[cells], g01[cells], g11[cells], u[cells], v[cells];
    for (int c = 0; c < cells; ++c) {
        const int a = c % width, b = c / width;
        g00[c] = g[b][a];
        g10[c] = g[b][a + 1];
        g01[c] = g[b + 1][a];
        g11[c] = g[b + 1][a + 1];
        u[c] = x - a;
        v[c] = y - b;
    }
    constexpr std::int64_t lower = 1, upper = 2, diagonal = 4, along_x = 8, along_y = 16, at_corner = 32;
    alignas(64) std::int64_t flags[cells];
    const auto face = [reach](double height, double slope_x, double slope_y, double p, double q,
                              bool low_side) {
        const double over = -(height + slope_x * p + slope_y * q);
        const double square = 1 + slope_x * slope_x + slope_y * slope_y, margin = border * square;
        const double foot_x = p * square + slope_x * over, foot_y = q * square + slope_y * over;
        const double low = low_side ? foot_y : foot_x, high = low_side ? foot_x : foot_y;
        return (over >= 0) & (over * over < reach * square) & (low > margin) & (high - low > margin) &
               (square - high > margin);
    };
    const auto edgeNear = [reach](double square, double along, double whole) {
        return (along > border * whole) & (along < (1 - border) * whole) &
               ((square - reach) * whole < along * along);
    };
    for (int c = 0; c < cells; ++c) {
        const double east = g10[c] - g00[c], north = g01[c] - g00[c], across = g11[c] - g00[c];
        const double square = u[c] * u[c] + v[c] * v[c] + g00[c] * g00[c];
        flags[c] = (face(g00[c], east, g11[c] - g10[c], u[c], v[c], true) ? lower : 0) |
                   (face(g00[c], g11[c] - g01[c], north, u[c], v[c], false) ? upper : 0) |
                   (edgeNear(square, u[c] + v[c] - g00[c] * across, 2 + across * across) ? diagonal : 0) |
                   (edgeNear(square, u[c] - g00[c] * east, 1 + east * east) ? along_x : 0) |
                   (edgeNear(square, v[c] - g00[c] * north, 1 + north * north) ? along_y : 0) |
                   (square < reach ? at_corner : 0);
    }
    const auto own = static_cast<int>((query.own_j - j) * width + (query.own_i - i));
    const double own_x = u[own] >= v[own] ? g10[own] - g00[own] : g11[own] - g01[own];
    const double own_y = u[own] >= v[own] ? g11[own] - g10[own] : g01[own] - g00[own];
    if (g00[own] + own_x * u[own] + own_y * v[own] > 0) return false;

    constexpr int kinds = 6;
    for (int b = 0; b < width; ++b) {
        std::uint64_t row = 0;
        for (int a = 0; a < width; ++a)
            row |= static_cast<std::uint64_t>(flags[b * width + a]) << (kinds * a);
        for (; row != 0; row &= row - 1) {
            const int bit = std::countr_zero(row), a = bit / kinds, c = b * width + a;
            const std::int64_t kind = std::int64_t{1} << (bit % kinds);
            if (kind <= upper) {
                const bool low_side = kind == lower;
                const double other = low_side ? g10[c] : g01[c];
                const double one = other - g00[c], two = g11[c] - other;
                const double slope_x = low_side ? one : two, slope_y = low_side ? two : one;
                const double over = -(g00[c] + slope_x * u[c] + slope_y * v[c]);
                const double scale = 1 / std::sqrt(1 + slope_x * slope_x + slope_y * slope_y);
                found.push_back({{-slope_x * scale, -slope_y * scale, scale}, over * scale * grid_.spacing});
                continue;
            }
            const std::uint32_t ci = i + static_cast<std::uint32_t>(a),
                                cj = j + static_cast<std::uint32_t>(b);
            if (kind == at_corner)
                testCorner(query, ci, cj, found);
            else
                testEdge(query, ci, cj, kind != along_y, kind != along_x, found);
        }
    }
    return true;
}

bool GroundSurface::touches(const Vec3d& centre, double reach, std::vector<GroundTouch>& found) const {
    Query query{};
    query.x = (centre.x - grid_.origin_x) * per_spacing_;
    query.y = (centre.y - grid_.origin_y) * per_spacing_;
    query.z = centre.z;
    const double wide = reach * per_spacing_;
    query.reach_square = wide * wide;
    query.within = query.x >= 0 && query.x <= grid_.columns - 1 && query.y >= 0 && query.y <= grid_.rows - 1;
    if (query.within) {
        query.own_i = std::min(static_cast<std::uint32_t>(query.x), grid_.columns - 2);
        query.own_j = std::min(static_cast<std::uint32_t>(query.y), grid_.rows - 2);
        // Cells at the border of the grid have more edges; testFewCells() does not test these.
        const std::uint32_t margin = wide <= 0.5 ? 1 : 2;
        const bool inner = query.own_i >= margin && query.own_j >= margin &&
                           query.own_i + margin + 2 < grid_.columns && query.own_j + margin + 2 < grid_.rows;
        if (inner && wide <= 0.5) return testFewCells<2>(query, found);
        if (inner && wide <= 1.5) return testFewCells<4>(query, found);
    }
    const Cells across = cellsIn(query.x - wide, query.x + wide, grid_.columns - 1);
    const Cells along = cellsIn(query.y - wide, query.y + wide, grid_.rows - 1);
    if (across.first > across.last || along.first > along.last) return true;
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
            if (gap * gap + dx * dx < left) testCell(query, i, j, g, below, found);
        }
    }
    if (!below) return true;
    found.resize(before);
    return false;
}

double GroundSurface::clearance(const Vec3d& point, double max_distance) const {
    std::vector<GroundTouch> found;
    if (!touches(point, max_distance, found)) return 0;
    double clearance_found = max_distance;
    for (const GroundTouch& touch : found) clearance_found = std::min(clearance_found, touch.distance);
    return clearance_found;
}

double GroundSurface::heightAt(double x, double y) const {
    const auto surface = surfaceAt(grid_, height_, x, y);
    return surface ? surface->height : -std::numeric_limits<double>::infinity();
}

double GroundSurface::highestWithin(double x, double y, double distance) const {
    // The columns within the distance, and one more on each side, whose cells reach into it. This order of
    // min and max turns a NaN into 0.
    const auto first = [&](double low, double origin, std::uint32_t count) {
        return static_cast<std::uint32_t>(
            std::min(std::max(0.0, std::floor((low - origin) * per_spacing_)), static_cast<double>(count)));
    };
    const auto last = [&](double high, double origin, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::min(
            std::max(0.0, std::ceil((high - origin) * per_spacing_) + 1), static_cast<double>(count)));
    };
    const std::uint32_t first_i = first(x - distance, grid_.origin_x, grid_.columns);
    const std::uint32_t last_i = last(x + distance, grid_.origin_x, grid_.columns);
    const std::uint32_t last_j = last(y + distance, grid_.origin_y, grid_.rows);
    double highest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t j = first(y - distance, grid_.origin_y, grid_.rows); j < last_j; ++j)
        for (std::uint32_t i = first_i; i < last_i; ++i) highest = std::max(highest, height_[grid_.at(i, j)]);
    return highest;
}

}  // namespace talus::geometry
