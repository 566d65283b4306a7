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

/// Of the mean excess that goes in a sweep (ground/params.h), and sweeps at a time.
constexpr double fraction = 0.4;
constexpr int most_sweeps = 8;
/// Slopes count as too steep from an excess of so many spacings on: a twentieth of a degree.
constexpr double slack = 1e-3;

constexpr std::array<std::array<int, 2>, 8> around{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// A scratch.
struct SlideScratch {
    exec::Array<double> share;          ///< by column: solid that each of those gets which it gives to [kg]
    exec::Array<std::uint8_t> towards;  ///< bit d: it gives to the one in direction d
    std::vector<std::uint32_t> tiles, taking;
    std::vector<std::uint8_t> gives;  ///< by tile
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
    scratch.gives.assign(awake.size(), 0);
    const std::uint32_t across = Marked::tilesAlong(grid.columns), along = Marked::tilesAlong(grid.rows);
    const auto forTiles = [&](const std::vector<std::uint32_t>& tiles, auto each) {
        exec::for_each(
            step.exec, tiles.size(), [&](std::size_t k) { each(tiles[k]); }, 4);
    };
    const auto neighbour = [&](std::uint32_t i, std::uint32_t j, std::size_t d) -> std::ptrdiff_t {
        const std::int64_t a = std::int64_t{i} + around[d][0], b = std::int64_t{j} + around[d][1];
        if (a < 0 || b < 0 || a >= grid.columns || b >= grid.rows) return -1;
        return static_cast<std::ptrdiff_t>(b * grid.columns + a);
    };

    const auto touched = [&](std::size_t k) { return cut[k] > 0; };
    const auto give = [&](std::uint32_t t) {
        scratch.gives[t] = 0;
        forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
            const std::size_t k = grid.at(i, j);
            const Layers::Top top = setup.layers.top(start[k], cut[k], deposit[k]);
            const double steep = setup.layers[top.layer].repose;
            double excess = 0;
            int count = 0;
            std::uint8_t towards = 0;
            scratch.towards[k] = 0;
            if (setup.layers[top.layer].stands) return;
            for (std::size_t d = 0; d < 8; ++d) {
                const std::ptrdiff_t other = neighbour(i, j, d);
                if (other < 0) continue;
                const double far = around[d][0] != 0 && around[d][1] != 0 ? std::numbers::sqrt2 : 1;
                const double own =
                    height[k] - height[static_cast<std::size_t>(other)] - steep * far * grid.spacing;
                if (!(own > slack * grid.spacing)) continue;
                // Banks as the scene has them stand until something is taken off them, or from below them.
                // What has settled is no part of them: it slides, and leaves them as they are.
                if (top.layer != 0 && !touched(k) && !touched(static_cast<std::size_t>(other))) continue;
                excess += own;
                ++count;
                towards = static_cast<std::uint8_t>(towards | 1u << d);
            }
            scratch.towards[k] = towards;
            if (count == 0) return;
            const double lost = std::min(fraction * excess / count, top.thickness);
            scratch.share[k] = lost * setup.solid(setup.area(i, j), setup.layers[top.layer].porosity) / count;
            scratch.gives[t] = 1;
        });
    };
    const auto take = [&](std::uint32_t t) {
        forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
            const std::size_t k = grid.at(i, j);
            double got = 0;
            for (std::size_t d = 0; d < 8; ++d) {
                const std::ptrdiff_t other = neighbour(i, j, d);
                if (other >= 0 && (scratch.towards[static_cast<std::size_t>(other)] >> (7 - d) & 1) != 0)
                    got += scratch.share[static_cast<std::size_t>(other)];
            }
            const auto count = static_cast<double>(__builtin_popcount(scratch.towards[k]));
            if (!(got > 0) && count == 0) return;
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
            deposit[k] += got / setup.solid(area, setup.layers[0].porosity);
            change[k] = static_cast<float>(deposit[k] - cut[k]);
            layer[k] = static_cast<std::uint8_t>(setup.layers.top(start[k], cut[k], deposit[k]).layer);
        });
    };

    scratch.tiles.clear();
    for (std::uint32_t t = 0; t < awake.size(); ++t)
        if (awake[t]) scratch.tiles.push_back(t);
    bool changed = false;
    for (int sweep = 0; sweep < most_sweeps && !scratch.tiles.empty(); ++sweep) {
        forTiles(scratch.tiles, give);
        // Tiles in which something slides, and those beside them.
        scratch.taking.clear();
        for (const std::uint32_t t : scratch.tiles) awake[t] = 0;
        for (const std::uint32_t t : scratch.tiles) {
            if (!scratch.gives[t]) continue;
            const std::uint32_t x = t % across, y = t / across;
            for (std::uint32_t b = y > 0 ? y - 1 : 0; b <= std::min(y + 1, along - 1); ++b)
                for (std::uint32_t a = x > 0 ? x - 1 : 0; a <= std::min(x + 1, across - 1); ++a)
                    if (!std::exchange(awake[b * across + a], std::uint8_t{1}))
                        scratch.taking.push_back(b * across + a);
        }
        changed = changed || !scratch.taking.empty();
        forTiles(scratch.taking, take);
        forTiles(scratch.taking, [&](std::uint32_t t) {
            forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
                const std::size_t k = grid.at(i, j);
                height[k] = start[k] - cut[k] + deposit[k];
            });
        });
        // Nothing is on its way when the next sweep begins.
        forTiles(scratch.tiles, [&](std::uint32_t t) {
            forColumnsOf(t, grid,
                         [&](std::uint32_t i, std::uint32_t j) { scratch.towards[grid.at(i, j)] = 0; });
        });
        std::swap(scratch.tiles, scratch.taking);
    }
    if (changed) ++step.write(ground::changes_table, ground::fields::changes)[0];
}

}  // namespace talus::couple::erosion
