// Janssen (1895): in a silo the walls carry the grains by friction, and the load on the floor saturates as
// the silo is filled.
//
// A slice of height dz in a tube of diameter D weighs rho g pi D^2/4 dz; the walls push back with mu_w K
// sigma_z, so that the floor carries the weight W of the grains only in part:
//     F = W_s (1 - exp(-W / W_s)),   W_s = rho g (pi D^2/4) L,   L = D / (4 mu_w K).
// The floor goes down slowly before and while the load is taken, which mobilises the friction at the wall
// fully and makes the load reproducible (Vanel, Clement 1999, Eur. Phys. J. B 11, 525; Bertho,
// Giorgiutti-Dauphine, Hulin 2003, Phys. Rev. Lett. 90, 144301).
#include <fmt/format.h>

#include "tests/support/bulk.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace test::bulk;

struct Silo {
    double diameter = 8;  ///< [d]
    std::uint64_t count = 500;
    double drop = 0.5;  ///< how far the floor goes down, in 24 unit times for each d
    Sand sand = {};
};

struct Load {
    double weight = 0;  ///< of all grains [m g]
    double floor = 0;   ///< what the floor carries [m g]
    double height = 0;  ///< of the filling [d]
};

Load loadOf(const Silo& silo) {
    scene::Scene scene = emptyScene(silo.sand);
    const double radius = 0.5 * silo.diameter, side = std::sqrt(2.0) * radius;
    grains::in(scene).fills = {looseFill({-0.5 * side, -0.5 * side, 0}, side, side, silo.count)};
    environment::Wall tube;
    tube.name = "tube";
    tube.material = "wall";
    tube.kind = environment::Wall::Kind::CylinderInside;
    tube.cone = {{0, 0, -5 * d}, {0, 0, grains::in(scene).fills[0].box.max.z + d}, radius * d, radius * d};
    scene.environment.walls = {plane("floor", {}, {0, 0, 1}), tube};

    // Fall and rest first, then down; the load is the mean over the last two thirds of the way.
    const double fall = std::sqrt(2 * grains::in(scene).fills[0].box.max.z / d);
    const double start = std::ceil(1.5 * fall + 12), descent = 24 * silo.drop;
    environment::Motion down;
    down.wall = "floor";
    down.velocity = {0, 0, -d / (24 * unit_time)};
    down.start = start * unit_time;
    scene.environment.motions = {down};
    scene::Simulation simulation = testing_support::start(scene);
    runFor(simulation, start + descent / 3);
    std::vector<double> loads;
    runWhile(simulation, 2 * descent / 3, [&] {
        loads.push_back(-wallLoadsOf(simulation)[0].force.z / (grain_mass * g));
        return true;
    });
    double height = 0;  // twice that of the middle over the floor, where that ended
    for (const Vec3d& place : sandOf(simulation))
        height += 2 * (place.z + silo.drop) / static_cast<double>(silo.count);
    return {measured(simulation).mass / grain_mass, mean(loads), height};
}

/// The W_s at which Janssen's curve goes through (weight, load).
double saturationOf(const Load& load) {
    double low = 1e-3 * load.weight, high = 1e3 * load.weight;
    while (high > low * (1 + 1e-9)) {
        const double middle = std::sqrt(low * high);
        (middle * (1 - std::exp(-load.weight / middle)) < load.floor ? low : high) = middle;
    }
    return low;
}

void reportLoad(const std::string& name, const Silo& silo, const Load& load) {
    report(name, fmt::format("mu_w {}, seed {}: weight {:.0f}, floor {:.1f} m g, height {:.1f} d, W_s {:.1f}",
                             silo.sand.wall_friction, silo.sand.seed, load.weight, load.floor, load.height,
                             saturationOf(load)));
}

/// Janssen's K from L = D / (4 mu_w K).
double ratioOf(const Silo& silo, const Load& load) {
    const double area = std::numbers::pi / 4 * silo.diameter * silo.diameter;
    const double length = saturationOf(load) * load.height / load.weight;  // W_s / (rho g area), in d
    EXPECT_GT(load.weight / load.height / area, 0.9) << "grains in a cube of d: the filling is no dense bed";
    return silo.diameter / (4 * silo.sand.wall_friction * length);
}

// K lies between Rankine's active state, (1 - sin phi)/(1 + sin phi) = 0.38 for the 27 degrees at which such
// grains slide on each other, and a liquid's 1. Between seeds the load scatters by some 6%, W_s by twice
// that.
TEST(Janssen, LoadSaturates) {
    const Silo low{.count = 500}, high{.count = 1000};
    const Load a = loadOf(low), b = loadOf(high);
    reportLoad("low", low, a);
    reportLoad("high", high, b);
    EXPECT_LT(a.floor, 0.65 * a.weight);
    EXPECT_LT(b.floor, 1.5 * a.floor) << "twice the filling would be twice the load without walls";
    EXPECT_NEAR(saturationOf(b) / saturationOf(a), 1, 0.25) << "one W_s must fit both";
    for (const double ratio : {ratioOf(low, a), ratioOf(high, b)}) {
        EXPECT_GT(ratio, 0.38);
        EXPECT_LT(ratio, 1);
    }
}

TEST(Janssen, SmootherWallsCarryLess) {
    const Silo rough{.count = 1000}, smooth{.count = 1000, .sand = {.wall_friction = 0.2}},
        slippery{.count = 500, .sand = {.wall_friction = 0}};
    const Load a = loadOf(rough), b = loadOf(smooth), c = loadOf(slippery);
    reportLoad("smooth", smooth, b);
    EXPECT_GT(saturationOf(b), 1.3 * saturationOf(a));
    // Without friction nothing hangs on the wall; what is left moves with half a percent of g.
    EXPECT_NEAR(c.floor / c.weight, 1, 0.01);
}

// Heights from half a diameter to four, in a wider tube: all on one curve of Janssen's.
TEST(Janssen, LongOneCurveForAllHeights) {
    for (const double friction : {0.5, 0.2}) {
        std::vector<Load> loads;
        for (const std::uint32_t seed : {1u, 2u})
            for (const std::uint64_t count : {750, 1500, 3000, 6000}) {
                const Silo silo{.diameter = 12,
                                .count = count,
                                .drop = 1.5,
                                .sand = {.wall_friction = friction, .seed = seed}};
                loads.push_back(loadOf(silo));
                reportLoad(fmt::format("mu_w_{}_seed_{}_{}", friction, seed, count), silo, loads.back());
            }
        // Least squares for W_s.
        double best = 0, least = 1e300;
        for (double saturation = 100; saturation < 20000; saturation *= 1.002) {
            double squares = 0;
            for (const Load& load : loads) {
                const double expected = saturation * (1 - std::exp(-load.weight / saturation));
                squares += (load.floor / expected - 1) * (load.floor / expected - 1);
            }
            if (squares < least) {
                least = squares;
                best = saturation;
            }
        }
        report(fmt::format("W_s_{}", friction),
               fmt::format("{:.0f} m g, scatter about it {:.3f}", best,
                           std::sqrt(least / static_cast<double>(loads.size()))));
        EXPECT_LT(std::sqrt(least / static_cast<double>(loads.size())), 0.1);
    }
}

}  // namespace
}  // namespace talus
