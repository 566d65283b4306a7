#include "talus/couple/erosion/bed/slide_bed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "talus/couple/erosion/bed/marked.h"
#include "talus/couple/erosion/fields.h"
#include "talus/exec/for_each.h"
#include "talus/ground/fields.h"

namespace talus::couple::erosion {
namespace {

using ground::ground_table;

/// Share of the mean excess height that slides in a sweep (ground/params.h), and sweeps in an interval.
constexpr double fraction = 0.4;
constexpr int max_sweeps = 8;
/// Minimum excess height of a slope that slides, in spacings: a twentieth of a degree.
constexpr double slack = 1e-3;

constexpr std::array<std::array<int, 2>, 8> around{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// Scratch.
struct SlideScratch {
    exec::Array<double> share;          ///< of each column: solid that slides to each receiving column [kg]
    exec::Array<std::uint8_t> towards;  ///< of each column: bit d is set where it slides in direction d
    std::vector<std::uint32_t> tiles;   ///< tiles of this sweep
    std::vector<std::uint32_t> receiving;  ///< tiles with columns that slide, and the tiles around them
    std::vector<std::uint8_t> slides;      ///< of each tile: 1 if a column of it slides
};

std::vector<step::FieldRef> fieldsOf() {
    std::vector<step::FieldRef> refs{{ground_table, &ground::fields::height},
                                     {ground::changes_table, &ground::fields::changes},
                                     {tiles_table, &fields::awake},
                                     {ledger_table, &fields::next_slide}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::cut, &fields::deposit, &fields::change, &fields::layer})
        refs.push_back({ground_table, field});
    return refs;
}

}  // namespace

step::Access SlideBed::access() const {
    return {.reads = fieldsOf(), .writes = fieldsOf(), .resizes = {}, .produces = {name}};
}

void SlideBed::run(step::Step& step) const {
    double& next = step.write(ledger_table, fields::next_slide)[0];
    if (step.time() + step.dt < next * (1 - 1e-12)) return;
    next += setup.interval;
    const geometry::ColumnGrid& grid = setup.grid();
    const auto height = step.write(ground_table, ground::fields::height);
    const auto cut = step.write(ground_table, fields::cut),
               deposit = step.write(ground_table, fields::deposit);
    const auto change = step.write(ground_table, fields::change);
    const auto layer = step.write(ground_table, fields::layer);
    const auto awake = step.write(tiles_table, fields::awake);
    const auto start = setup.ground->height.view();
    SlideScratch& scratch = step.produce<SlideScratch>(name);
    scratch.share.resize(grid.size());
    scratch.towards.resize(grid.size());
    scratch.slides.assign(awake.size(), 0);
    const std::uint32_t across = MarkedEntries::tilesAlong(grid.columns),
                        along = MarkedEntries::tilesAlong(grid.rows);
    const auto forTiles = [&](const std::vector<std::uint32_t>& tiles, auto each) {
        exec::for_each(
            step.exec, tiles.size(), [&](std::size_t k) { each(tiles[k]); }, 4);
    };
    const auto neighbour = [&](std::uint32_t i, std::uint32_t j, std::size_t d) -> std::ptrdiff_t {
        const std::int64_t a = std::int64_t{i} + around[d][0], b = std::int64_t{j} + around[d][1];
        if (a < 0 || b < 0 || a >= grid.columns || b >= grid.rows) return -1;
        return static_cast<std::ptrdiff_t>(b * grid.columns + a);
    };

    const auto eroded = [&](std::size_t k) { return cut[k] > 0; };
    const auto findLosses = [&](std::uint32_t t) {
        scratch.slides[t] = 0;
        forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
            const std::size_t k = grid.at(i, j);
            const Layers::Top top = setup.layers.top(start[k], cut[k], deposit[k]);
            const double max_slope = setup.layers[top.layer].repose;
            double excess = 0;
            int count = 0;
            std::uint8_t towards = 0;
            scratch.towards[k] = 0;
            if (setup.layers[top.layer].never_slides) return;
            for (std::size_t d = 0; d < 8; ++d) {
                const std::ptrdiff_t other = neighbour(i, j, d);
                if (other < 0) continue;
                const double distance = around[d][0] != 0 && around[d][1] != 0 ? std::numbers::sqrt2 : 1;
                const double own_excess =
                    height[k] - height[static_cast<std::size_t>(other)] - max_slope * distance * grid.spacing;
                if (!(own_excess > slack * grid.spacing)) continue;
                // Ground as it was at the start stands until it or the column beside it is eroded. Sediment
                // on it slides.
                if (top.layer != 0 && !eroded(k) && !eroded(static_cast<std::size_t>(other))) continue;
                excess += own_excess;
                ++count;
                towards = static_cast<std::uint8_t>(towards | 1u << d);
            }
            scratch.towards[k] = towards;
            if (count == 0) return;
            const double lost = std::min(fraction * excess / count, top.thickness);
            scratch.share[k] = lost * setup.solid(setup.area(i, j), setup.layers[top.layer].porosity) / count;
            scratch.slides[t] = 1;
        });
    };
    const auto move = [&](std::uint32_t t) {
        forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
            const std::size_t k = grid.at(i, j);
            double gained = 0;
            for (std::size_t d = 0; d < 8; ++d) {
                const std::ptrdiff_t other = neighbour(i, j, d);
                if (other >= 0 && (scratch.towards[static_cast<std::size_t>(other)] >> (7 - d) & 1) != 0)
                    gained += scratch.share[static_cast<std::size_t>(other)];
            }
            const auto count = static_cast<double>(__builtin_popcount(scratch.towards[k]));
            if (!(gained > 0) && count == 0) return;
            const double area = setup.area(i, j);
            if (count > 0) {
                const Layers::Top top = setup.layers.top(start[k], cut[k], deposit[k]);
                const double lost =
                    std::min(count * scratch.share[k] / setup.solid(area, setup.layers[top.layer].porosity),
                             top.thickness);
                if (top.layer == 0)
                    deposit[k] -= lost;
                else
                    cut[k] += lost;
            }
            deposit[k] += gained / setup.solid(area, setup.layers[0].porosity);
            change[k] = static_cast<float>(deposit[k] - cut[k]);
            layer[k] = static_cast<std::uint8_t>(setup.layers.top(start[k], cut[k], deposit[k]).layer);
        });
    };

    scratch.tiles.clear();
    for (std::uint32_t t = 0; t < awake.size(); ++t)
        if (awake[t]) scratch.tiles.push_back(t);
    bool changed = false;
    for (int sweep = 0; sweep < max_sweeps && !scratch.tiles.empty(); ++sweep) {
        forTiles(scratch.tiles, findLosses);
        // Tiles with columns that slide, and the tiles around them.
        scratch.receiving.clear();
        for (const std::uint32_t t : scratch.tiles) awake[t] = 0;
        for (const std::uint32_t t : scratch.tiles) {
            if (!scratch.slides[t]) continue;
            const std::uint32_t x = t % across, y = t / across;
            for (std::uint32_t b = y > 0 ? y - 1 : 0; b <= std::min(y + 1, along - 1); ++b)
                for (std::uint32_t a = x > 0 ? x - 1 : 0; a <= std::min(x + 1, across - 1); ++a)
                    if (!std::exchange(awake[b * across + a], std::uint8_t{1}))
                        scratch.receiving.push_back(b * across + a);
        }
        changed = changed || !scratch.receiving.empty();
        forTiles(scratch.receiving, move);
        forTiles(scratch.receiving, [&](std::uint32_t t) {
            forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
                const std::size_t k = grid.at(i, j);
                height[k] = start[k] - cut[k] + deposit[k];
            });
        });
        // The next sweep starts without any sliding columns.
        forTiles(scratch.tiles, [&](std::uint32_t t) {
            forColumnsOf(t, grid,
                         [&](std::uint32_t i, std::uint32_t j) { scratch.towards[grid.at(i, j)] = 0; });
        });
        std::swap(scratch.tiles, scratch.receiving);
    }
    if (changed) ++step.write(ground::changes_table, ground::fields::changes)[0];
}

}  // namespace talus::couple::erosion
