#include "talus/ground/slope_erosion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "talus/exec/for_each.h"

namespace talus::ground {
namespace {

using geometry::ColumnRange;

/// Columns along the side of a tile; tiles are computed or skipped as a whole. Measured: a sweep over a
/// crater on 400 x 400 columns takes 0.16 ms, and about 0.7 ms with 64 (docs/theory/ground.md).
constexpr std::uint32_t tile = 16;
/// Tiles per task: fewer take less time than waking another thread. Chosen: 4096 columns.
constexpr std::size_t tiles_at_once = 16;
constexpr std::uint32_t tilesAlong(std::uint32_t columns) { return (columns + tile - 1) / tile; }
/// Neighbours in the fixed order of all sums; direction 7 - d is the opposite of d.
constexpr std::array<int, 8> to_x{-1, 0, 1, -1, 1, -1, 0, 1}, to_y{-1, -1, -1, 0, 0, 1, 1, 1};
/// Excess is measured from this share of the limit, so that slopes get below the limit after a finite number
/// of sweeps. Chosen: 2% of a slope is half a degree at the angles of sand.
constexpr double target_share = 0.98;
/// A flow smaller than this, in spacings, is ignored. It is invisible, and well above the round-off of
/// heights.
constexpr double min_layer = 1e-9;

/// One row of a tile, with one more column at both ends.
using PaddedRow = std::array<double, tile + 2>;
using Rows = std::array<PaddedRow, 3>;

/// Number of set bits among eight, in operations that vectorise.
inline std::uint32_t countBits(std::uint32_t x) {
    x -= x >> 1 & 0x55;
    x = (x & 0x33) + (x >> 2 & 0x33);
    return (x + (x >> 4)) & 0x0f;
}

}  // namespace

struct SlopeErosion::Sweep {
    const geometry::ColumnGrid& grid;
    const Columns& ground;
    SlopeLimits limits;
    double stop, outside, inside;  ///< rise for a run of 1
    exec::View<float> share;
    exec::View<std::uint8_t> towards;
    exec::View<std::uint8_t> loose;  ///< without the border that share and towards have

    std::size_t padded(std::uint32_t i, std::uint32_t j) const {
        return std::size_t{j + 1} * (grid.columns + 2) + i + 1;
    }
    ColumnRange rangeOf(std::uint32_t t, std::uint32_t tiles_x) const {
        const std::uint32_t i = t % tiles_x * tile, j = t / tiles_x * tile;
        return {i, std::min(i + tile, grid.columns), j, std::min(j + tile, grid.rows)};
    }

    /// Loads the heights of row j, and the slope limit of touched columns. Outside of the grid is a wall.
    void load(std::int64_t j, const ColumnRange& range, PaddedRow& height, PaddedRow& held) const {
        height.fill(std::numeric_limits<double>::infinity());
        held.fill(0);
        if (j < 0 || j >= grid.rows) return;
        const std::uint32_t first = range.first_i > 0 ? range.first_i - 1 : 0;
        const std::uint32_t last = std::min(range.last_i + 1, grid.columns);
        const std::size_t row = static_cast<std::size_t>(j) * grid.columns;
        const std::size_t to = first + 1 - range.first_i;  // 0, or 1 at the border
        std::copy(ground.height.data() + row + first, ground.height.data() + row + last, height.data() + to);
        if (ground.touched.empty()) return;
        for (std::uint32_t i = first; i < last; ++i)
            if (ground.touched[row + i]) held[to + (i - first)] = inside;
    }

    /// Computes the outflow of the columns of row j. The row before it is at index k % 3. Returns whether any
    /// column has outflow.
    bool findRowOutflow(const Rows& height, const Rows& held, std::size_t k, const ColumnRange& range,
                        std::uint32_t j) const {
        const double* const own = height[(k + 1) % 3].data() + 1;
        const double* const own_held = held[(k + 1) % 3].data() + 1;
        const std::uint32_t width = range.width();
        std::array<double, tile> limit, sum, count, bits;
        const std::uint8_t* const is_loose = loose.data() + grid.at(range.first_i, j);
        for (std::uint32_t i = 0; i < width; ++i) {
            limit[i] = std::max(is_loose[i] ? stop : outside, own_held[i]);
            sum[i] = count[i] = bits[i] = 0;
        }
        for (std::size_t d = 0; d < 8; ++d) {
            const double run = grid.spacing * (to_x[d] != 0 && to_y[d] != 0 ? std::sqrt(2.0) : 1.0);
            const double bit = 1 << d;
            const std::size_t row = (k + 1 + static_cast<std::size_t>(to_y[d] + 3)) % 3;
            const double* const other = height[row].data() + 1 + to_x[d];
            const double* const other_held = held[row].data() + 1 + to_x[d];
            for (std::uint32_t i = 0; i < width; ++i) {
                const double allowed = run * (limit[i] > other_held[i] ? limit[i] : other_held[i]);
                const double drop = own[i] - other[i];
                const bool steep = drop > allowed;
                sum[i] += steep ? drop - target_share * allowed : 0;
                count[i] += steep ? 1 : 0;
                bits[i] += steep ? bit : 0;
            }
        }
        float* const out = share.data() + padded(range.first_i, j);
        std::uint8_t* const out_towards = towards.data() + padded(range.first_i, j);
        double any = 0;
        for (std::uint32_t i = 0; i < width; ++i) {
            const double n = count[i] > 0 ? count[i] : 1;
            double each = limits.fraction * sum[i] / (n * n);
            if (!ground.bedrock.empty()) {
                // After rounding to float it must not exceed the layer on bedrock.
                const double max_each =
                    (own[i] - ground.bedrock[grid.at(range.first_i + i, j)]) / n * (1 - 1e-6);
                each = each < max_each ? each : max_each;
            }
            const bool gives = each > min_layer * grid.spacing;
            out[i] = gives ? static_cast<float>(each) : 0;
            bits[i] = gives ? bits[i] : 0;
            any += bits[i];
        }
        for (std::uint32_t i = 0; i < width; ++i)
            out_towards[i] = static_cast<std::uint8_t>(static_cast<int>(bits[i]));
        return any > 0;
    }

    bool findTileOutflow(const ColumnRange& range) const {
        Rows height, held;  // row j is at index j % 3, counted from the row before the first
        load(std::int64_t{range.first_j} - 1, range, height[0], held[0]);
        load(range.first_j, range, height[1], held[1]);
        bool any = false;
        for (std::uint32_t j = range.first_j; j < range.last_j; ++j) {
            const std::size_t k = j - range.first_j;
            load(std::int64_t{j} + 1, range, height[(k + 2) % 3], held[(k + 2) % 3]);
            any |= findRowOutflow(height, held, k, range, j);
        }
        return any;
    }

    void settle(const ColumnRange& range) const {
        for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
            std::fill_n(loose.data() + grid.at(range.first_i, j), range.width(), std::uint8_t{0});
    }

    void applyTileFlow(const ColumnRange& range) const {
        const std::uint32_t width = range.width();
        std::array<double, tile> got;
        for (std::uint32_t j = range.first_j; j < range.last_j; ++j) {
            const std::size_t row = padded(range.first_i, j);
            const float* const own = share.data() + row;
            const std::uint8_t* const own_towards = towards.data() + row;
            for (std::uint32_t i = 0; i < width; ++i) got[i] = 0;
            for (std::size_t d = 0; d < 8; ++d) {
                const std::ptrdiff_t to = to_y[d] * (std::ptrdiff_t{grid.columns} + 2) + to_x[d];
                const float* const other = own + to;
                const std::uint8_t* const other_towards = own_towards + to;
                for (std::uint32_t i = 0; i < width; ++i)
                    got[i] +=
                        static_cast<double>(static_cast<float>(other_towards[i] >> (7 - d) & 1) * other[i]);
            }
            double* const h = ground.height.data() + grid.at(range.first_i, j);
            std::uint8_t* const is_loose = loose.data() + grid.at(range.first_i, j);
            for (std::uint32_t i = 0; i < width; ++i) {
                const double lost =
                    static_cast<double>(countBits(own_towards[i])) * static_cast<double>(own[i]);
                h[i] += got[i] - lost;
                is_loose[i] |= got[i] + lost > 0;
            }
        }
    }
};

SlopeErosion::SlopeErosion(const geometry::ColumnGrid& grid)
    : grid_(grid), tiles_x_(tilesAlong(grid.columns)), tiles_y_(tilesAlong(grid.rows)) {
    const std::size_t size = (std::size_t{grid.columns} + 2) * (std::size_t{grid.rows} + 2);
    share_.resize(size);
    towards_.resize(size);
    moved_.resize(tilesOf(grid));
    listed_.resize(moved_.size());
}

std::size_t SlopeErosion::tilesOf(const geometry::ColumnGrid& grid) {
    return std::size_t{tilesAlong(grid.columns)} * tilesAlong(grid.rows);
}

void SlopeErosion::wake(const ColumnRange& changed, exec::View<std::uint8_t> awake) const {
    if (changed.empty()) return;
    // A column beside a changed or touched one may have become too steep.
    const ColumnRange range = geometry::grown(changed, 1, grid_);
    for (std::uint32_t y = range.first_j / tile; y <= (range.last_j - 1) / tile; ++y)
        for (std::uint32_t x = range.first_i / tile; x <= (range.last_i - 1) / tile; ++x)
            awake[y * tiles_x_ + x] = 1;
}

/// The tiles in which ground slid, and the tiles beside them.
std::vector<std::uint32_t> SlopeErosion::tilesAround(const std::vector<std::uint32_t>& tiles) {
    std::vector<std::uint32_t> around;
    for (const std::uint32_t t : tiles) {
        if (!moved_[t]) continue;
        const std::uint32_t x = t % tiles_x_, y = t / tiles_x_;
        for (std::uint32_t b = y > 0 ? y - 1 : 0; b <= std::min(y + 1, tiles_y_ - 1); ++b)
            for (std::uint32_t a = x > 0 ? x - 1 : 0; a <= std::min(x + 1, tiles_x_ - 1); ++a)
                if (!std::exchange(listed_[b * tiles_x_ + a], std::uint8_t{1}))
                    around.push_back(b * tiles_x_ + a);
    }
    for (const std::uint32_t t : around) listed_[t] = 0;
    return around;
}

Relaxed SlopeErosion::slide(const exec::Exec& exec, const Columns& ground, const SlopeLimits& limits,
                            const Sliding& sliding, std::uint32_t max_sweeps) {
    TALUS_ASSERT(ground.height.size() == grid_.size() && sliding.loose.size() == grid_.size() &&
                     sliding.awake.size() == moved_.size(),
                 "the erosion was made for another grid");
    const Sweep sweep{grid_,
                      ground,
                      limits,
                      std::tan(limits.stop),
                      std::tan(limits.outside),
                      std::tan(limits.inside),
                      share_.view(),
                      towards_.view(),
                      sliding.loose};
    std::vector<std::uint32_t> tiles;
    for (std::uint32_t t = 0; t < moved_.size(); ++t)
        if (sliding.awake[t]) tiles.push_back(t);
    std::vector<std::uint8_t> seen(moved_.size(), 0);
    const auto forTiles = [&](auto each) {
        exec::for_each(
            exec, tiles.size(), [&](std::size_t k) { each(tiles[k]); }, tiles_at_once);
    };
    Relaxed result;
    for (;;) {
        for (const std::uint32_t t : tiles) seen[t] = 1;
        forTiles([&](std::uint32_t t) { moved_[t] = sweep.findTileOutflow(sweep.rangeOf(t, tiles_x_)); });
        std::vector<std::uint32_t> around = tilesAround(tiles);
        for (const std::uint32_t t : tiles) sliding.awake[t] = 0;
        for (const std::uint32_t t : around) sliding.awake[t] = 1;
        // Tiles without sliding in them or beside them have come to rest.
        forTiles([&](std::uint32_t t) {
            if (!sliding.awake[t]) sweep.settle(sweep.rangeOf(t, tiles_x_));
        });
        tiles = std::move(around);
        if (tiles.empty() || result.sweeps == max_sweeps) break;
        forTiles([&](std::uint32_t t) { sweep.applyTileFlow(sweep.rangeOf(t, tiles_x_)); });
        ++result.sweeps;
    }
    result.settled = tiles.empty();
    // Clear the outflow for the next call.
    for (const std::uint32_t t : tiles) seen[t] = 1;
    for (std::uint32_t t = 0; t < seen.size(); ++t) {
        if (!seen[t]) continue;
        const ColumnRange range = sweep.rangeOf(t, tiles_x_);
        for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
            std::fill_n(towards_.data() + sweep.padded(range.first_i, j), range.width(), std::uint8_t{0});
    }
    return result;
}

Relaxed SlopeErosion::relax(const exec::Exec& exec, const Columns& ground, const SlopeLimits& limits,
                            const ColumnRange& changed, Packing packing, std::uint32_t max_sweeps) {
    exec::Array<std::uint8_t> loose(grid_.size()), awake(moved_.size());
    if (packing == Packing::Loose)
        for (std::uint32_t j = changed.first_j; j < changed.last_j; ++j)
            for (std::uint32_t i = changed.first_i; i < changed.last_i; ++i) loose[grid_.at(i, j)] = 1;
    wake(changed, awake.view());
    return slide(exec, ground, limits, {loose.view(), awake.view()}, max_sweeps);
}

}  // namespace talus::ground
