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
using PerCorner = std::array<double, 3>;

constexpr std::size_t cells_at_once = 64, rows_at_once = 512;

/// A layer that is exposed at a corner, or will be once the one above it is eroded.
struct ExposedLayer {
    std::size_t layer;
    double thickness;         ///< [m]
    double solid;             ///< per metre of thickness [kg/m]
    double critical;          ///< critical stress on level ground [Pa]
    double eroded_share = 0;  ///< of the erosion in a whole step, the share that happens
};

/// A corner of wet triangles.
struct Corner {
    std::size_t column;
    double area;                                  ///< [m^2]
    std::array<ExposedLayer, 2> exposed;          ///< the uppermost layer, and the one below it
    double settled_share = 1;                     ///< of the settling in a step, the share that happens
    double eroded = 0, settled = 0, blocked = 0;  ///< in this step [kg]
};

/// One of the two triangles of a wet cell.
struct Triangle {
    PerCorner losses, gains;           ///< shares of the corners in its erosion and settling
    std::array<PerCorner, 2> erosion;  ///< by exposed layer and corner, before limits [kg]
    double settling;                   ///< before limits [kg]
};

/// Scratch.
struct ShapeScratch {
    MarkedEntries corners;
    std::vector<Corner> corner;
    std::vector<Triangle> triangle;       ///< two per cell
    std::vector<double> eroded, settled;  ///< of each point [kg]
};

/// Calls take(triangle, corner) for the wet triangles around a column; `corner` is the column in the
/// triangle.
template <class Take>
void forTrianglesAround(const MarkedEntries& cells, const geometry::ColumnGrid& grid,
                        const MarkedEntries::Index& column, Take take) {
    for (std::uint32_t down = 0; down < 2; ++down)
        for (std::uint32_t back = 0; back < 2; ++back) {
            if (column.i < back || column.j < down) continue;
            const std::uint32_t i = column.i - back, j = column.j - down;
            if (i + 1 >= grid.columns || j + 1 >= grid.rows) continue;
            const std::uint32_t cell = cells.row(i, j);
            if (cell == MarkedEntries::none) continue;
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
    const double acceleration = setup.settings.bed_acceleration;
    const Exchange exchange(setup, step.dt);

    // All columns count as dry until they are found wet below.
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
            const MarkedEntries::Index cell = bed.cells[c];
            for (std::uint32_t k = 0; k < 4; ++k) scratch.corners.mark(cell.i + k % 2, cell.j + k / 2);
        },
        cells_at_once);
    scratch.corners.list(step.exec);
    for (const std::uint32_t t : scratch.corners.tiles()) wet[t] = awake[t] = 1;

    scratch.corner.resize(scratch.corners.size());
    exec::for_each(
        step.exec, scratch.corner.size(),
        [&](std::size_t c) {
            const MarkedEntries::Index at = scratch.corners[c];
            const std::size_t k = grid.at(at.i, at.j);
            const double area = setup.area(at.i, at.j);
            const double plants = setup.plants.empty() ? 0 : double{setup.plants[k]};
            const auto exposed = [&](const Layers::Top& top) {
                const BedLayer& of = setup.layers[top.layer];
                return ExposedLayer{top.layer, top.thickness, setup.solid(area, of.porosity),
                                    of.critical + plants};
            };
            const Layers::Top top = setup.layers.top(start[k], cut[k], deposit[k]);
            const double under = top.layer == 0 ? cut[k] : cut[k] + top.thickness;
            // The last layer goes down to any depth; there is none below it.
            const bool last = top.layer + 1 == setup.layers.size();
            scratch.corner[c] = {
                k, area, {exposed(top), exposed(last ? top : setup.layers.top(start[k], under, 0))}};
        },
        rows_at_once);

    // Erosion and settling of each triangle, before limits.
    const std::size_t per_triangle = bed.pointsPerTriangle();
    scratch.triangle.resize(2 * bed.cells.size());
    exec::for_each(
        step.exec, scratch.triangle.size(),
        [&](std::size_t t) {
            const MarkedEntries::Index cell = bed.cells[t / 2];
            const auto& corners = Bed::corners[t % 2];
            Triangle& triangle = scratch.triangle[t];
            triangle = {};
            PerCorner heights;
            std::array<std::uint32_t, 3> row;
            for (std::size_t k = 0; k < 3; ++k) {
                row[k] = scratch.corners.row(cell.i + corners[k][0], cell.j + corners[k][1]);
                heights[k] = height[scratch.corner[row[k]].column];
            }
            triangle.losses = highestFirst(heights, setup.max_change);
            triangle.gains = lowestFirst(heights, setup.max_change);
            for (std::size_t p = t * per_triangle; p < (t + 1) * per_triangle; ++p) {
                const Bed::Point& point = bed.points[p];
                triangle.settling += exchange.settling(point);
                for (std::size_t k = 0; k < 3; ++k)
                    if (triangle.losses[k] > 0)
                        for (std::size_t u = 0; u < 2; ++u) {
                            const ExposedLayer& exposed = scratch.corner[row[k]].exposed[u];
                            triangle.erosion[u][k] +=
                                triangle.losses[k] * exchange.erosion(point, exposed.layer, exposed.critical);
                        }
            }
        },
        cells_at_once);

    // Erosion and settling of each corner, with limits.
    const double sediment_solid = 1 - setup.layers[0].porosity;
    exec::for_each(
        step.exec, scratch.corner.size(),
        [&](std::size_t c) {
            Corner& corner = scratch.corner[c];
            std::array<double, 2> erosion{};
            double settling = 0, area_sum = 0, wet_area = 0, shear_sum = 0, depth_sum = 0;
            Vec3d flow_sum;
            forTrianglesAround(bed.cells, grid, scratch.corners[c], [&](std::size_t t, std::size_t k) {
                const Triangle& triangle = scratch.triangle[t];
                for (std::size_t u = 0; u < 2; ++u) erosion[u] += triangle.erosion[u][k];
                settling += triangle.settling * triangle.gains[k];
                for (std::size_t p = t * per_triangle; p < (t + 1) * per_triangle; ++p) {
                    const Bed::Point& point = bed.points[p];
                    area_sum += point.area;
                    if (!(point.weight > 0)) continue;
                    wet_area += point.area * point.wet;
                    shear_sum += point.area * point.wet * point.shear;
                    flow_sum += point.flow * (point.area * point.wet);
                    depth_sum += point.area * point.wet * point.depth;
                }
            });
            const double max_settling =
                setup.solid(corner.area, setup.layers[0].porosity) * setup.max_change / acceleration;
            corner.settled_share = settling > max_settling ? max_settling / settling : 1;
            corner.settled = std::min(settling, max_settling);
            const std::size_t k = corner.column;
            // The uppermost layer is eroded first. Once it is gone, the layer below it is eroded for the rest
            // of the step.
            double remaining = 1, max_lowering = setup.max_change;
            for (std::size_t u = 0; u < 2 && remaining > 0; ++u) {
                ExposedLayer& exposed = corner.exposed[u];
                const double wanted = acceleration * erosion[u] * remaining / exposed.solid;
                double lowering = std::min({wanted, exposed.thickness, max_lowering});
                const double share = wanted > lowering ? lowering / wanted : 1;
                exposed.eroded_share = remaining * share;
                corner.eroded += erosion[u] * exposed.eroded_share;
                if (exposed.layer == 0)
                    deposit[k] -= lowering;
                else
                    cut[k] += lowering;
                max_lowering -= lowering;
                remaining *= 1 - share;
                if (lowering < exposed.thickness) {
                    corner.blocked += erosion[u] * remaining;
                    break;
                }
            }
            if (corner.eroded > 0 || corner.settled > 0) {
                deposit[k] +=
                    acceleration * corner.settled / (setup.grain.density * sediment_solid * corner.area);
                height[k] = start[k] - cut[k] + deposit[k];
                change[k] = static_cast<float>(deposit[k] - cut[k]);
                layer[k] = static_cast<std::uint8_t>(setup.layers.top(start[k], cut[k], deposit[k]).layer);
            }
            wetness[k] = static_cast<float>(area_sum > 0 ? wet_area / area_sum : 0);
            shear[k] = static_cast<float>(wet_area > 0 ? shear_sum / wet_area : 0);
            depth[k] = static_cast<float>(wet_area > 0 ? depth_sum / wet_area : 0);
            flow[k] = wet_area > 0 ? narrow(flow_sum / wet_area) : Vec3f{};
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

    // Erosion and settling of each point, with limits: what the water gains and loses.
    scratch.eroded.resize(bed.points.size());
    scratch.settled.resize(bed.points.size());
    exec::for_each(
        step.exec, scratch.triangle.size(),
        [&](std::size_t t) {
            const MarkedEntries::Index cell = bed.cells[t / 2];
            const auto& corners = Bed::corners[t % 2];
            const Triangle& triangle = scratch.triangle[t];
            std::array<const Corner*, 3> corner;
            double settled_share = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                corner[k] =
                    &scratch.corner[scratch.corners.row(cell.i + corners[k][0], cell.j + corners[k][1])];
                settled_share += triangle.gains[k] * corner[k]->settled_share;
            }
            for (std::size_t p = t * per_triangle; p < (t + 1) * per_triangle; ++p) {
                const Bed::Point& point = bed.points[p];
                double mass = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    for (const ExposedLayer& exposed : corner[k]->exposed)
                        if (triangle.losses[k] > 0 && exposed.eroded_share > 0)
                            mass += triangle.losses[k] *
                                    exchange.erosion(point, exposed.layer, exposed.critical) *
                                    exposed.eroded_share;
                scratch.eroded[p] = mass;
                scratch.settled[p] = exchange.settling(point) * settled_share;
            }
        },
        cells_at_once);
    exchangeWithWater(step, bed, scratch.eroded, scratch.settled);
}

step::Access LiftWater::access() const {
    return {.reads = {{ground_table, &ground::fields::height}, {water_table, &water::fields::position}},
            .writes = {{water_table, &water::fields::position}},
            .resizes = {}};
}

void LiftWater::run(step::Step& step) const {
    const auto height = step.read(ground_table, ground::fields::height);
    const auto position = step.write(water_table, water::fields::position);
    // The minimum distance that contact keeps. A particle that is nearer at the start of a step counts as
    // below the ground and would fall through it.
    constexpr double above = environment::Obstacles::smallest_reach;
    exec::for_each(step.exec, position.size(), [=, this](std::size_t i) {
        const auto surface = geometry::surfaceAt(setup.grid(), height, position[i].x, position[i].y);
        if (surface && position[i].z < surface->height + above) position[i].z = surface->height + above;
    });
}

}  // namespace talus::couple::erosion
