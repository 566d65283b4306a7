#include "talus/couple/erosion/bed/shape_bed.h"

#include <algorithm>

#include "talus/couple/erosion/bed/exchange.h"
#include "talus/couple/erosion/bed/triangle_shares.h"
#include "talus/couple/erosion/fields.h"
#include "talus/environment/contact/obstacles.h"
#include "talus/exec/reduce.h"
#include "talus/ground/fields.h"

namespace talus::couple::erosion {
namespace {

using ground::ground_table;
using water::water_table;
using Three = std::array<double, 3>;

constexpr std::size_t cells_at_once = 64, rows_at_once = 512;

/// What lies open at a corner, or comes to once that is gone.
struct Open {
    std::size_t layer;
    double thickness;  ///< [m]
    double solid;      ///< in a metre of it [kg/m]
    double critical;   ///< on level ground [Pa]
    double taken = 0;  ///< share of what the water would take in the whole step that it does
};

/// A corner of wet triangles.
struct Corner {
    std::size_t column;
    double area;                                  ///< [m^2]
    std::array<Open, 2> open;                     ///< what is uppermost, and what is under it
    double left = 1;                              ///< share of what would settle that does
    double eroded = 0, settled = 0, blocked = 0;  ///< in this step [kg]
};

/// One of the two triangles of a wet cell.
struct Triangle {
    Three loses, gains;           ///< shares of its corners
    std::array<Three, 2> wanted;  ///< that the water would take of each, of either of what lies there [kg]
    double settles;               ///< that would come down on it [kg]
};

/// A scratch.
struct ShapeScratch {
    Marked corners;
    std::vector<Corner> corner;
    std::vector<Triangle> triangle;    ///< two a cell
    std::vector<double> taken, given;  ///< of each point [kg]
};

/// The triangles around a column that are wet: calls take(triangle, which of its corners the column is).
template <class Take>
void forTrianglesAround(const Marked& cells, const geometry::ColumnGrid& grid, const Marked::Place& column,
                        Take take) {
    for (std::uint32_t down = 0; down < 2; ++down)
        for (std::uint32_t back = 0; back < 2; ++back) {
            if (column.i < back || column.j < down) continue;
            const std::uint32_t i = column.i - back, j = column.j - down;
            if (i + 1 >= grid.columns || j + 1 >= grid.rows) continue;
            const std::uint32_t cell = cells.row(i, j);
            if (cell == Marked::none) continue;
            for (std::size_t t = 0; t < 2; ++t)
                for (std::size_t k = 0; k < 3; ++k)
                    if (Bed::corners[t][k][0] == back && Bed::corners[t][k][1] == down)
                        take(std::size_t{cell} * 2 + t, k);
        }
}

std::vector<step::FieldRef> groundFields() {
    std::vector<step::FieldRef> refs{{ground_table, &ground::fields::height},
                                     {ground::changes_table, &ground::fields::changes},
                                     {tiles_table, &fields::wet},
                                     {tiles_table, &fields::awake},
                                     {water_table, &fields::sediment}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::cut, &fields::deposit, &fields::change, &fields::layer, &fields::wetness,
             &fields::shear, &fields::flow, &fields::depth})
        refs.push_back({ground_table, field});
    for (const auto* field : {&fields::eroded, &fields::settled, &fields::blocked})
        refs.push_back({ledger_table, field});
    return refs;
}

}  // namespace

step::Access ShapeBed::access() const {
    return {.reads = groundFields(),
            .writes = groundFields(),
            .resizes = {},
            .produces = {name},
            .reads_scratch = {bed_scratch}};
}

void ShapeBed::run(step::Step& step) const {
    const Bed& bed = step.readScratch<Bed>(bed_scratch);
    ShapeScratch& scratch = step.produce<ShapeScratch>(name);
    const geometry::ColumnGrid& grid = setup.grid();
    const auto height = step.write(ground_table, ground::fields::height);
    const auto cut = step.write(ground_table, fields::cut),
               deposit = step.write(ground_table, fields::deposit);
    const auto change = step.write(ground_table, fields::change),
               wetness = step.write(ground_table, fields::wetness),
               shear = step.write(ground_table, fields::shear),
               depth = step.write(ground_table, fields::depth);
    const auto flow = step.write(ground_table, fields::flow);
    const auto layer = step.write(ground_table, fields::layer);
    const auto wet = step.write(tiles_table, fields::wet), awake = step.write(tiles_table, fields::awake);
    const auto start = setup.ground->height.view();
    const double faster = setup.settings.bed_acceleration;
    const Exchange exchange(setup, step.dt);

    // What was wet is dry, until it is found wet again.
    exec::for_each(
        step.exec, wet.size(),
        [&](std::size_t t) {
            if (!wet[t]) return;
            forColumnsOf(t, grid, [&](std::uint32_t i, std::uint32_t j) {
                const std::size_t k = grid.at(i, j);
                wetness[k] = shear[k] = depth[k] = 0;
                flow[k] = {};
            });
            wet[t] = 0;
        },
        64);

    scratch.corners.clear(grid.columns, grid.rows);
    exec::for_each(
        step.exec, bed.cells.size(),
        [&](std::size_t c) {
            const Marked::Place cell = bed.cells[c];
            for (std::uint32_t k = 0; k < 4; ++k) scratch.corners.mark(cell.i + k % 2, cell.j + k / 2);
        },
        cells_at_once);
    scratch.corners.list(step.exec);
    for (const std::uint32_t t : scratch.corners.tiles()) wet[t] = awake[t] = 1;

    scratch.corner.resize(scratch.corners.size());
    exec::for_each(
        step.exec, scratch.corner.size(),
        [&](std::size_t c) {
            const Marked::Place at = scratch.corners[c];
            const std::size_t k = grid.at(at.i, at.j);
            const double area = setup.area(at.i, at.j);
            const double plants = setup.plants.empty() ? 0 : double{setup.plants[k]};
            const auto open = [&](const Layers::Top& top) {
                const BedLayer& of = setup.layers[top.layer];
                return Open{top.layer, top.thickness, setup.solid(area, of.porosity), of.critical + plants};
            };
            const Layers::Top top = setup.layers.top(start[k], cut[k], deposit[k]);
            const double under = top.layer == 0 ? cut[k] : cut[k] + top.thickness;
            // The last layer has none under it, and no end.
            const bool last = top.layer + 1 == setup.layers.size();
            scratch.corner[c] = {
                k, area, {open(top), open(last ? top : setup.layers.top(start[k], under, 0))}};
        },
        rows_at_once);

    // What each triangle would lose and get.
    const std::size_t per = bed.pointsPerTriangle();
    scratch.triangle.resize(2 * bed.cells.size());
    exec::for_each(
        step.exec, scratch.triangle.size(),
        [&](std::size_t t) {
            const Marked::Place cell = bed.cells[t / 2];
            const auto& corners = Bed::corners[t % 2];
            Triangle& own = scratch.triangle[t];
            own = {};
            Three heights;
            std::array<std::uint32_t, 3> row;
            for (std::size_t k = 0; k < 3; ++k) {
                row[k] = scratch.corners.row(cell.i + corners[k][0], cell.j + corners[k][1]);
                heights[k] = height[scratch.corner[row[k]].column];
            }
            own.loses = highestFirst(heights, setup.max_change);
            own.gains = lowestFirst(heights, setup.max_change);
            for (std::size_t p = t * per; p < (t + 1) * per; ++p) {
                const Bed::Point& point = bed.points[p];
                own.settles += exchange.settles(point);
                for (std::size_t k = 0; k < 3; ++k)
                    if (own.loses[k] > 0)
                        for (std::size_t u = 0; u < 2; ++u) {
                            const Open& open = scratch.corner[row[k]].open[u];
                            own.wanted[u][k] +=
                                own.loses[k] * exchange.wanted(point, open.layer, open.critical);
                        }
            }
        },
        cells_at_once);

    // What each corner loses and gets.
    const double sediment_solid = 1 - setup.layers[0].porosity;
    exec::for_each(
        step.exec, scratch.corner.size(),
        [&](std::size_t c) {
            Corner& corner = scratch.corner[c];
            std::array<double, 2> wanted{};
            double settles = 0, seen = 0, wet_sum = 0, shears = 0, depths = 0;
            Vec3d flows;
            forTrianglesAround(bed.cells, grid, scratch.corners[c], [&](std::size_t t, std::size_t k) {
                const Triangle& triangle = scratch.triangle[t];
                for (std::size_t u = 0; u < 2; ++u) wanted[u] += triangle.wanted[u][k];
                settles += triangle.settles * triangle.gains[k];
                for (std::size_t p = t * per; p < (t + 1) * per; ++p) {
                    const Bed::Point& point = bed.points[p];
                    seen += point.area;
                    if (!(point.weight > 0)) continue;
                    wet_sum += point.area * point.wet;
                    shears += point.area * point.wet * point.shear;
                    flows += point.flow * (point.area * point.wet);
                    depths += point.area * point.wet * point.depth;
                }
            });
            const double most =
                setup.solid(corner.area, setup.layers[0].porosity) * setup.max_change / faster;
            corner.left = settles > most ? most / settles : 1;
            corner.settled = std::min(settles, most);
            const std::size_t k = corner.column;
            // For a part of the step the water takes what is uppermost; where that goes, what is under it for
            // the rest.
            double rest = 1, may_change = setup.max_change;
            for (std::size_t u = 0; u < 2 && rest > 0; ++u) {
                Open& open = corner.open[u];
                const double would = faster * wanted[u] * rest / open.solid;
                double lower = std::min({would, open.thickness, may_change});
                const double share = would > lower ? lower / would : 1;
                open.taken = rest * share;
                corner.eroded += wanted[u] * open.taken;
                if (open.layer == 0)
                    deposit[k] -= lower;
                else
                    cut[k] += lower;
                may_change -= lower;
                rest *= 1 - share;
                if (lower < open.thickness) {
                    corner.blocked += wanted[u] * rest;
                    break;
                }
            }
            if (corner.eroded > 0 || corner.settled > 0) {
                deposit[k] += faster * corner.settled / (setup.grain.density * sediment_solid * corner.area);
                height[k] = start[k] - cut[k] + deposit[k];
                change[k] = static_cast<float>(deposit[k] - cut[k]);
                layer[k] = static_cast<std::uint8_t>(setup.layers.top(start[k], cut[k], deposit[k]).layer);
            }
            wetness[k] = static_cast<float>(seen > 0 ? wet_sum / seen : 0);
            shear[k] = static_cast<float>(wet_sum > 0 ? shears / wet_sum : 0);
            depth[k] = static_cast<float>(wet_sum > 0 ? depths / wet_sum : 0);
            flow[k] = wet_sum > 0 ? narrow(flows / wet_sum) : Vec3f{};
        },
        rows_at_once);
    const auto sumOf = [&](double Corner::*part) {
        return exec::sum(step.exec, scratch.corner.size(), 0.0,
                         [&](std::size_t c) { return scratch.corner[c].*part; });
    };
    const double eroded = sumOf(&Corner::eroded), settled = sumOf(&Corner::settled);
    step.write(ledger_table, fields::eroded)[0] += eroded;
    step.write(ledger_table, fields::settled)[0] += settled;
    step.write(ledger_table, fields::blocked)[0] += sumOf(&Corner::blocked);
    if (!(eroded > 0) && !(settled > 0)) return;
    ++step.write(ground::changes_table, ground::fields::changes)[0];

    // The same by points, for the water.
    scratch.taken.resize(bed.points.size());
    scratch.given.resize(bed.points.size());
    exec::for_each(
        step.exec, scratch.triangle.size(),
        [&](std::size_t t) {
            const Marked::Place cell = bed.cells[t / 2];
            const auto& corners = Bed::corners[t % 2];
            const Triangle& own = scratch.triangle[t];
            std::array<const Corner*, 3> corner;
            double left = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                corner[k] =
                    &scratch.corner[scratch.corners.row(cell.i + corners[k][0], cell.j + corners[k][1])];
                left += own.gains[k] * corner[k]->left;
            }
            for (std::size_t p = t * per; p < (t + 1) * per; ++p) {
                const Bed::Point& point = bed.points[p];
                double taken = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    for (const Open& open : corner[k]->open)
                        if (own.loses[k] > 0 && open.taken > 0)
                            taken +=
                                own.loses[k] * exchange.wanted(point, open.layer, open.critical) * open.taken;
                scratch.taken[p] = taken;
                scratch.given[p] = exchange.settles(point) * left;
            }
        },
        cells_at_once);
    giveToWater(step, bed, scratch.taken, scratch.given);
}

step::Access LiftWater::access() const {
    return {.reads = {{ground_table, &ground::fields::height}, {water_table, &water::fields::position}},
            .writes = {{water_table, &water::fields::position}},
            .resizes = {}};
}

void LiftWater::run(step::Step& step) const {
    const auto height = step.read(ground_table, ground::fields::height);
    const auto position = step.write(water_table, water::fields::position);
    // As near as contact lets it come: what is nearer when a step begins counts as below, and falls through.
    constexpr double above = environment::Obstacles::smallest_reach;
    exec::for_each(step.exec, position.size(), [=, this](std::size_t i) {
        const auto surface = geometry::surfaceAt(setup.grid(), height, position[i].x, position[i].y);
        if (surface && position[i].z < surface->height + above) position[i].z = surface->height + above;
    });
}

}  // namespace talus::couple::erosion
