#include "talus/couple/erosion/bed/roll_bed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "talus/couple/erosion/bed/marked.h"
#include "talus/couple/erosion/fields.h"
#include "talus/environment/sediment/bed_load.h"
#include "talus/environment/sediment/threshold.h"
#include "talus/exec/for_each.h"
#include "talus/ground/fields.h"

namespace talus::couple::erosion {
namespace {

using ground::ground_table;

/// Height at which a logarithmic velocity profile has its mean velocity, as a share of the depth: 1 / e.
constexpr double height_of_mean = 0.368;
/// East, north, west, south. The side opposite to d is (d + 2) % 4.
constexpr std::array<std::array<int, 2>, 4> sides{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
constexpr std::array<int, 2> east = sides[0], north = sides[1];

/// Scratch. Entries of dry columns are not read.
struct RollScratch {
    exec::Array<Vec3d> along;  ///< of each column: unit, mean direction of the flow; 0 without flow
    exec::Array<std::array<double, 4>> outflow;  ///< of each column: solid through each side [kg], >= 0
    std::vector<std::uint32_t> tiles;            ///< wet tiles
    std::vector<double> rolled, left, blocked;   ///< of each wet tile [kg]
};

std::vector<step::FieldRef> changedFields() {
    std::vector<step::FieldRef> refs{{ground_table, &ground::fields::height},
                                     {ground::changes_table, &ground::fields::changes},
                                     {ledger_table, &fields::rolled},
                                     {ledger_table, &fields::left},
                                     {ledger_table, &fields::blocked}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::cut, &fields::deposit, &fields::change, &fields::layer, &fields::stream})
        refs.push_back({ground_table, field});
    return refs;
}

/// The layers of a column whose grains may roll: the deposit and the layer below it, or the exposed layer
/// alone. Firm layers, which have a strength, are not among them.
struct MobileLayers {
    struct Part {
        Layers::Top top;
        double solid;  ///< per metre of thickness [kg/m]
    };
    std::array<Part, 2> parts;
    std::size_t count = 0;

    MobileLayers(const Setup& setup, double start, double cut, double deposit, double area) {
        const auto add = [&](double deposit_left) {
            const Layers::Top top = setup.layers.top(start, cut, deposit_left);
            if (setup.layers[top.layer].strength) return false;
            parts[count++] = {top, setup.solid(area, setup.layers[top.layer].porosity)};
            return true;
        };
        if (add(deposit) && parts[0].top.layer == 0) add(0);
    }
    double totalSolid() const {
        double sum = 0;
        for (std::size_t n = 0; n < count; ++n) sum += parts[n].top.thickness * parts[n].solid;
        return sum;
    }
};

/// Bed load in one step.
struct BedLoad {
    const Setup& setup;
    const geometry::ColumnGrid& grid;
    const exec::Exec& exec;
    double dt;  ///< [s]
    RollScratch& scratch;
    exec::View<const float> wetness, shear, depth;
    exec::View<const Vec3f> flow;
    exec::View<const double> start;
    exec::View<double> height, cut, deposit;
    exec::View<float> change;
    exec::View<std::uint8_t> layer;
    exec::View<Vec3f> stream;

    double acceleration() const { return setup.settings.bed_acceleration; }

    /// Calls take(index in the wet tiles, i, j, column) for each wet column.
    template <class Take>
    void forWet(Take take) const {
        exec::for_each(
            exec, scratch.tiles.size(),
            [&](std::size_t n) {
                forColumnsOf(scratch.tiles[n], grid, [&](std::uint32_t i, std::uint32_t j) {
                    const std::size_t k = grid.at(i, j);
                    if (wetness[k] > 0) take(n, i, j, k);
                });
            },
            4);
    }
    /// The neighbour of a column at an offset; -1 off the map.
    std::ptrdiff_t neighbour(std::uint32_t i, std::uint32_t j, const std::array<int, 2>& offset) const {
        const std::int64_t a = std::int64_t{i} + offset[0], b = std::int64_t{j} + offset[1];
        if (a < 0 || b < 0 || a >= grid.columns || b >= grid.rows) return -1;
        return static_cast<std::ptrdiff_t>(b * grid.columns + a);
    }
    /// Whether grains that arrive at a column have left: off the map, or where a sink removes the water.
    bool leaves(std::ptrdiff_t column) const {
        return column < 0 || (!setup.outlets.empty() && setup.outlets[static_cast<std::size_t>(column)]);
    }
    bool wet(std::ptrdiff_t column) const {
        return column >= 0 && wetness[static_cast<std::size_t>(column)] > 0;
    }
    MobileLayers mobileLayersAt(std::uint32_t i, std::uint32_t j, std::size_t k) const {
        return {setup, start[k], cut[k], deposit[k], setup.area(i, j)};
    }
    environment::SpiralFlow spiral(double water_depth) const {
        return environment::SpiralFlow(setup.wall_law.frictionCoefficient(height_of_mean * water_depth));
    }

    /// The derivative along an axis of a value that only wet columns have. Central differences of the
    /// column's line and the lines on either side, weighted 2, 1, 1; one-sided where only one neighbour is
    /// wet.
    template <class Value>
    auto slopeOf(std::uint32_t i, std::uint32_t j, const std::array<int, 2>& axis, Value value) const {
        decltype(value(std::size_t{})) sum{};
        double weights = 0;
        for (int line = -1; line <= 1; ++line) {
            std::array<std::ptrdiff_t, 3> at;
            for (int k = 0; k < 3; ++k)
                at[static_cast<std::size_t>(k)] =
                    neighbour(i, j, {(k - 1) * axis[0] + line * axis[1], (k - 1) * axis[1] + line * axis[0]});
            std::size_t first = 1, last = 1;
            if (wet(at[0])) first = 0;
            if (wet(at[2])) last = 2;
            if (!wet(at[1]) || first == last) continue;
            const double weight = line == 0 ? 2 : 1;
            sum += (value(static_cast<std::size_t>(at[last])) - value(static_cast<std::size_t>(at[first]))) *
                   (weight / (static_cast<double>(last - first) * grid.spacing));
            weights += weight;
        }
        return weights > 0 ? sum / weights : sum;
    }

    /// Updates the mean velocity and depth of the flow. A column that was dry starts with the current values.
    void averageFlow() const {
        forWet([&](std::size_t, std::uint32_t, std::uint32_t, std::size_t k) {
            const Vec3f now{flow[k].x, flow[k].y, depth[k]};
            Vec3f& mean = stream[k];
            const double speed = std::hypot(double{mean.x}, double{mean.y});
            if (mean.z > 0 && speed > 0) {
                const double time = spiral(double{mean.z}).length(double{mean.z}) / speed;
                mean += (now - mean) * static_cast<float>(dt / (dt + time));
            } else {
                mean = now;
            }
            const Vec3d velocity{double{mean.x}, double{mean.y}, 0};
            const double size = length(velocity);
            scratch.along[k] = size > 0 ? velocity / size : Vec3d{};
        });
    }
    /// Computes the solid that moves through the sides of each column.
    void findOutflow() const {
        forWet([&](std::size_t n, std::uint32_t i, std::uint32_t j, std::size_t k) {
            auto& outflow = scratch.outflow[k];
            outflow = {};
            const Vec3d velocity{double{flow[k].x}, double{flow[k].y}, 0};
            const double speed = length(velocity), water_depth = double{stream[k].z};
            const double area = setup.area(i, j);
            const MobileLayers mobile = mobileLayersAt(i, j, k);
            if (!(speed > 0 && water_depth > 0) || mobile.count == 0 ||
                leaves(static_cast<std::ptrdiff_t>(k)))
                return;
            const BedLayer& exposed = setup.layers[mobile.parts[0].top.layer];
            const auto heightOf = [&](std::size_t c) { return height[c]; };
            const Vec3d slope{slopeOf(i, j, east, heightOf), slopeOf(i, j, north, heightOf), 0};
            double critical = exposed.critical + (setup.plants.empty() ? 0 : double{setup.plants[k]});
            if (const double steep = length(slope); setup.settings.slope_correction && steep > 0)
                critical *= environment::slopeFactor(steep / std::sqrt(1 + steep * steep),
                                                     dot(velocity, slope) / (speed * steep), exposed.repose);
            const double weight = environment::submerged(setup.grain, setup.liquid) * setup.liquid.density *
                                  setup.liquid.gravity * setup.grain.diameter;
            const double shields = double{shear[k]} / weight;
            const double rate = environment::meyerPeterMueller(double{shear[k]}, setup.grain, setup.liquid,
                                                               critical / weight);
            if (!(rate > 0)) return;
            Vec3d towards = velocity / speed;
            if (setup.settings.spiral_flow) {
                const Vec3d along = scratch.along[k];
                const auto alongAt = [&](std::size_t c) { return scratch.along[c]; };
                const Vec3d curvature =
                    slopeOf(i, j, east, alongAt) * along.x + slopeOf(i, j, north, alongAt) * along.y;
                const double turn = spiral(water_depth).turn(water_depth, cross(along, curvature).z);
                towards += Vec3d{-towards.y, towards.x, 0} * turn;
                towards = towards / length(towards);
            }
            const double solid =
                rate * grid.spacing * setup.grain.density * acceleration() * dt * double{wetness[k]};
            // The limit keeps the pull through four sides from reversing the slope between two columns.
            const double downslope =
                std::min(solid * environment::pullOfSlope(shields, setup.grain.diameter, water_depth),
                         setup.solid(area, setup.layers[0].porosity) * grid.spacing / 8);
            double total = 0;
            for (std::size_t d = 0; d < 4; ++d) {
                const std::ptrdiff_t other = neighbour(i, j, sides[d]);
                const bool leaving = leaves(other);
                if (!leaving && !wet(other)) continue;
                const Vec3d out{double(sides[d][0]), double(sides[d][1]), 0};
                // The slope between the two columns. Central differences would not see a single high column,
                // and the noise of the stress would let it grow.
                const double rise =
                    leaving ? dot(slope, out)
                            : (height[static_cast<std::size_t>(other)] - height[k]) / grid.spacing;
                outflow[d] = std::max(0.0, solid * dot(towards, out) - downslope * rise);
                total += outflow[d];
            }
            const double max_outflow =
                std::min(setup.max_change * setup.solid(area, setup.layers[0].porosity), mobile.totalSolid());
            if (!(total > max_outflow)) return;
            for (double& part : outflow) part *= max_outflow / total;
            scratch.blocked[n] += (total - max_outflow) / acceleration();
        });
    }
    /// Each column loses its own outflow and gains that of its neighbours.
    void move() const {
        forWet([&](std::size_t n, std::uint32_t i, std::uint32_t j, std::size_t k) {
            if (leaves(static_cast<std::ptrdiff_t>(k))) return;
            double lost = 0, gained = 0;
            for (std::size_t d = 0; d < 4; ++d) {
                const std::ptrdiff_t other = neighbour(i, j, sides[d]);
                lost += scratch.outflow[k][d];
                if (leaves(other))
                    scratch.left[n] += scratch.outflow[k][d] / acceleration();
                else if (wet(other))
                    gained += scratch.outflow[static_cast<std::size_t>(other)][(d + 2) % 4];
            }
            if (!(lost > 0 || gained > 0)) return;
            scratch.rolled[n] += lost / acceleration();
            const double area = setup.area(i, j);
            const MobileLayers mobile = mobileLayersAt(i, j, k);
            for (std::size_t part = 0; part < mobile.count && lost > 0; ++part) {
                const auto& [top, solid] = mobile.parts[part];
                const double lower = std::min(lost / solid, top.thickness);
                (top.layer == 0 ? deposit[k] -= lower : cut[k] += lower);
                lost = lower < top.thickness ? 0 : lost - lower * solid;
            }
            deposit[k] += gained / setup.solid(area, setup.layers[0].porosity);
            change[k] = static_cast<float>(deposit[k] - cut[k]);
            layer[k] = static_cast<std::uint8_t>(setup.layers.top(start[k], cut[k], deposit[k]).layer);
        });
        forWet([&](std::size_t, std::uint32_t, std::uint32_t, std::size_t k) {
            height[k] = start[k] - cut[k] + deposit[k];
        });
    }
};

}  // namespace

step::Access RollBed::access() const {
    step::Access access{
        .reads = changedFields(), .writes = changedFields(), .resizes = {}, .produces = {name}};
    access.reads.push_back({tiles_table, &fields::wet});
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::wetness, &fields::shear, &fields::flow, &fields::depth})
        access.reads.push_back({ground_table, field});
    return access;
}

void RollBed::run(step::Step& step) const {
    RollScratch& scratch = step.produce<RollScratch>(name);
    scratch.along.resize(setup.grid().size());
    scratch.outflow.resize(setup.grid().size());
    scratch.tiles.clear();
    const auto wet = step.read(tiles_table, fields::wet);
    for (std::uint32_t t = 0; t < wet.size(); ++t)
        if (wet[t]) scratch.tiles.push_back(t);
    for (std::vector<double>* sum : {&scratch.rolled, &scratch.left, &scratch.blocked})
        sum->assign(scratch.tiles.size(), 0);

    const BedLoad bed_load{setup,
                           setup.grid(),
                           step.exec,
                           step.dt,
                           scratch,
                           step.read(ground_table, fields::wetness),
                           step.read(ground_table, fields::shear),
                           step.read(ground_table, fields::depth),
                           step.read(ground_table, fields::flow),
                           setup.ground->height.view(),
                           step.write(ground_table, ground::fields::height),
                           step.write(ground_table, fields::cut),
                           step.write(ground_table, fields::deposit),
                           step.write(ground_table, fields::change),
                           step.write(ground_table, fields::layer),
                           step.write(ground_table, fields::stream)};
    bed_load.averageFlow();
    bed_load.findOutflow();
    bed_load.move();

    const auto sumOf = [](const std::vector<double>& parts) {
        return std::accumulate(parts.begin(), parts.end(), 0.0);
    };
    const double rolled = sumOf(scratch.rolled);
    step.write(ledger_table, fields::rolled)[0] += rolled;
    step.write(ledger_table, fields::left)[0] += sumOf(scratch.left);
    step.write(ledger_table, fields::blocked)[0] += sumOf(scratch.blocked);
    if (rolled > 0) ++step.write(ground::changes_table, ground::fields::changes)[0];
}

}  // namespace talus::couple::erosion
