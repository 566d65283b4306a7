// A column of sand that is let go: how far it runs out over a rough floor.
//
// With a = height / length (planar) or height / radius (axisymmetric) and the run-out in the same unit:
//   planar         1.2 a, from a = 1.8 on 1.9 a^(2/3)   Lube and others 2005, Phys. Rev. E 72, 041301 (sand,
//   rice)
//                  1.8 a, from a = 3 on 2.3 a^(2/3)     Lajeunesse and others 2005, Phys. Fluids 17, 103302
//                  (beads)
//   axisymmetric   1.24 a, from a = 1.7 on 1.6 a^(1/2)  Lube and others 2004, J. Fluid Mech. 508, 175
// The two planar laws are the edges of what is asked for. A column must be many grains wide: with 8 and a
// smooth floor even the exponent comes out wrong. Here it is 16 wide or 12 in radius, on glued grains, poured
// at random, settled, and let go at once. The front is the first place that less than half a layer covers;
// single grains roll on. It is known to a grain or so, 1/16 and 1/12 of the unit.
#include <fmt/format.h>

#include "tests/support/bulk.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace test::bulk;

struct Column {
    bool round =
        false;  ///< a quarter of a round column, between two planes of symmetry; else planar, periodic
    double aspect = 1;   ///< about
    double width = 16;   ///< length or radius [d]
    double reach = 2.5;  ///< the floor goes on for so many widths
    int thickness = 6;   ///< planar: beads of the floor along y
    Sand sand = {};
};

struct Deposit {
    double aspect = 0;   ///< of the settled column
    double run_out = 0;  ///< in its widths
    double height = 0;   ///< at its back, in its widths
};

scene::Scene groundOf(const Column& column, double reach) {
    Sand sand = column.sand;
    sand.wall_friction = 0;  // planes of symmetry
    scene::Scene scene = emptyScene(sand);
    const auto beads = static_cast<int>(column.width * (1 + reach) / glue_spacing) + 1;
    grains::in(scene).fills = {roughFloor(beads, column.round ? beads : column.thickness)};
    scene.environment.walls = {plane("back", {}, {1, 0, 0})};
    if (column.round)
        scene.environment.walls.push_back(plane("side", {}, {0, 1, 0}));
    else
        makePeriodic(scene, 0, column.thickness * glue_spacing);
    environment::Sink ground;
    ground.name = "ground";
    ground.plane = {{0, 0, -2 * d}, {0, 0, 1}};
    scene.environment.sinks = {ground};
    return scene;
}

double areaOf(const Column& column) {
    return column.round ? std::numbers::pi / 4 * column.width * column.width
                        : column.width * column.thickness * glue_spacing;
}

/// The sand of the settled column.
std::vector<grains::Grain> settledColumn(const Column& column) {
    scene::Scene scene = groundOf(column, 0);
    const double side = column.round ? column.width / std::sqrt(2.0) : column.width;
    const auto count = static_cast<std::uint64_t>(1.13 * areaOf(column) * column.width * column.aspect);
    grains::in(scene).fills.push_back(
        looseFill({0, 0, 0}, side, column.round ? side : column.thickness * glue_spacing, count));
    environment::Wall gate = plane("gate", {column.width, 0, 0}, {-1, 0, 0});
    if (column.round) {
        gate.kind = environment::Wall::Kind::CylinderInside;
        gate.cone = {{0, 0, -3 * d},
                     {0, 0, grains::in(scene).fills[1].box.max.z + d},
                     column.width * d,
                     column.width * d};
    }
    scene.environment.walls.push_back(gate);
    scene::Simulation simulation = testing_support::start(scene);
    settle(simulation, 60);
    std::vector<grains::Grain> sand;
    for (const grains::Grain& grain : grainsOf(simulation))
        if (grain.material == "sand") sand.push_back(grain);
    return sand;
}

/// Where less than half a layer covers the floor for the first time [d].
double frontOf(const Column& column, const std::vector<Vec3d>& sand) {
    const double depth = column.thickness * glue_spacing;
    std::vector<double> cover(static_cast<std::size_t>(column.width * (1 + column.reach)) + 2);
    for (const Vec3d& p : sand) {
        const double x = column.round ? std::hypot(p.x, p.y) : p.x;
        const auto bin = static_cast<std::size_t>(std::max(0.0, x));
        if (bin >= cover.size()) continue;
        const auto inner = static_cast<double>(bin);
        const double area =
            column.round ? std::numbers::pi / 4 * ((inner + 1) * (inner + 1) - inner * inner) : depth;
        cover[bin] += std::numbers::pi / 4 / area;
    }
    std::size_t front = 0;
    while (front < cover.size() && cover[front] >= 0.5) ++front;
    EXPECT_LT(front + 2, cover.size()) << "the floor is too short";
    return static_cast<double>(front);
}

Deposit collapse(const Column& column) {
    scene::Scene scene = groundOf(column, column.reach);
    grains::in(scene).placed = settledColumn(column);
    const auto count = static_cast<double>(grains::in(scene).placed.size());
    Deposit deposit;
    for (const grains::Grain& grain : grains::in(scene).placed)
        deposit.aspect += 2 * grain.position.z / d / column.width / count;
    scene::Simulation simulation = testing_support::start(scene);
    runFor(simulation, 3.5 * std::sqrt(column.width * deposit.aspect) + 10);
    const auto sand = sandOf(simulation);
    deposit.run_out = frontOf(column, sand) / column.width - 1;
    for (const Vec3d& p : sand)
        if ((column.round ? std::hypot(p.x, p.y) : p.x) < 2)
            deposit.height = std::max(deposit.height, (p.z + 0.5) / column.width);
    report(fmt::format("{}_a_{}_seed_{}", column.round ? "round" : "planar", column.aspect, column.sand.seed),
           fmt::format("{} grains, a {:.3f}: run-out {:.3f} = {:.3f} a, height {:.2f}", count, deposit.aspect,
                       deposit.run_out, deposit.run_out / deposit.aspect, deposit.height));
    EXPECT_LT(measured(simulation).kinetic, 0.02 * count * grain_mass * g * d) << "not at rest yet";
    return deposit;
}

double lube(double a) { return a < 1.8 ? 1.2 * a : 1.9 * std::pow(a, 2.0 / 3); }
double lajeunesse(double a) { return a < 3 ? 1.8 * a : 2.3 * std::pow(a, 2.0 / 3); }
double lubeRound(double a) { return a < 1.7 ? 1.24 * a : 1.6 * std::sqrt(a); }

TEST(Collapse, PlanarRunsOutWithinTheBand) {
    const Deposit deposit = collapse({.aspect = 1, .reach = 2.2});
    EXPECT_GT(deposit.run_out, lube(deposit.aspect));
    EXPECT_LT(deposit.run_out, lajeunesse(deposit.aspect));
    EXPECT_LT(deposit.height, deposit.aspect) << "the top must have come down";
}

// A radius of 12 grains is small: the run-out grows with radius over grain size (Warnett and others 2014,
// Granular Matter 16, 115; Man and others 2021, Geophys. Res. Lett. 48, e2021GL096054), here by a quarter
// until 24, where the law is met (below). So the law is a limit from above.
TEST(Collapse, SmallRoundColumnStaysBelowTheLaw) {
    const Deposit deposit = collapse({.round = true, .aspect = 1, .width = 12, .reach = 1.7});
    EXPECT_LT(deposit.run_out, lubeRound(deposit.aspect));
    EXPECT_GT(deposit.run_out, 0.7 * lubeRound(deposit.aspect));
}

std::vector<Deposit> meansOverSeeds(Column column, const std::vector<double>& aspects,
                                    const std::vector<double>& reaches) {
    std::vector<Deposit> means;
    for (std::size_t k = 0; k < aspects.size(); ++k) {
        column.aspect = aspects[k];
        column.reach = reaches[k];
        Deposit mean;
        for (column.sand.seed = 1; column.sand.seed <= 3; ++column.sand.seed) {
            const Deposit one = collapse(column);
            mean.aspect += one.aspect / 3;
            mean.run_out += one.run_out / 3;
            mean.height += one.height / 3;
        }
        means.push_back(mean);
    }
    return means;
}

/// The exponent between two deposits.
double exponent(const Deposit& a, const Deposit& b) {
    return std::log(b.run_out / a.run_out) / std::log(b.aspect / a.aspect);
}

// The band is that of experiments in channels, whose side walls hold tall columns back. Computations without
// walls run farther there: the continuum of Lagree, Staron, Popinet (2011), J. Fluid Mech. 686, 378, gives
// 3.9 a^0.7, which is the edge for a = 4.
TEST(Collapse, LongPlanarBandAndExponents) {
    const auto means = meansOverSeeds({}, {0.7, 1.4, 4}, {1.8, 3.2, 10});
    for (const Deposit& mean : means) {
        EXPECT_GT(mean.run_out, lube(mean.aspect)) << mean.aspect;
        EXPECT_LT(mean.run_out, mean.aspect < 3 ? lajeunesse(mean.aspect) : 3.9 * std::pow(mean.aspect, 0.7))
            << mean.aspect;
    }
    report("exponents", fmt::format("{:.2f} below, {:.2f} across", exponent(means[0], means[1]),
                                    exponent(means[1], means[2])));
    EXPECT_LT(exponent(means[1], means[2]), exponent(means[0], means[1])) << "it bends towards 2/3";
}

// 10%: the points of the law scatter by so much, and the front is known to a grain in 24.
TEST(Collapse, LongRoundLaw) {
    const Deposit narrow = meansOverSeeds({.round = true, .width = 12}, {1}, {1.7})[0],
                  wide = meansOverSeeds({.round = true, .width = 24}, {1}, {1.6})[0];
    EXPECT_GT(wide.run_out, narrow.run_out);
    EXPECT_NEAR(wide.run_out / lubeRound(wide.aspect), 1, 0.1);
}

// Tall columns follow 1.6 a^(1/2); one seed, and 16 grains in radius.
TEST(Collapse, LongTallRoundColumn) {
    const Deposit deposit = collapse({.round = true, .aspect = 4, .width = 16, .reach = 4.2});
    EXPECT_NEAR(deposit.run_out / lubeRound(deposit.aspect), 1, 0.15);
}

}  // namespace
}  // namespace talus
