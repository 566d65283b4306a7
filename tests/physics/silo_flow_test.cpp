// Sand that runs out of a hole in a wide flat floor.
//
// Beverloo, Leniger, van de Velde (1961), Chem. Eng. Sci. 15, 260: the flow through a hole of diameter D does
// not depend on the height of the filling and is
//     W = C rho_b sqrt(g) (D - k d)^(5/2),   k about 1.4 for spheres (1 to 2), C about 0.58,
// rho_b the bulk density; it holds for fillings much higher than the hole and for D from about 6 d.
// Mankoc and others (2007), Granular Matter 9, 407: over a wider range of holes, grains a second are
//     C' (R - 1)^(5/2) (1 - exp(-b (R - 1)) / 2),   R = D/d,   C' = 64.6 /s and b = 0.051 for beads of 1 mm,
// that is 0.652 sqrt(g/d) for C'.
// Zuriguel and others (2005), Phys. Rev. E 71, 051303: below R = 4.94 arches stop the flow of spheres, for
// good.
//
// The domain repeats along x and y, so that there are no side walls; stiffness 2000 m g / d: 20 d of sand
// press the lowest grains together by 1%, and the friction of 0.5 keeps the flow of such soft grains
// independent of the height (arXiv 2104.08186: without friction it would not be).
#include <map>

#include <fmt/format.h>

#include "tests/support/bulk.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace test::bulk;

struct Box {
    double width = 18;  ///< [d]
    double height = 16;
    Sand sand = {};
};

struct Settled {
    Box box;
    std::vector<grains::Grain> grains;
    double density = 0;  ///< grains in a cube of d, in the middle of the bed
};

scene::Scene siloScene(const Box& box, double hole) {
    scene::Scene scene = emptyScene(box.sand);
    makePeriodic(scene, box.width, box.width);
    environment::Wall floor;
    floor.name = "floor";
    floor.material = "wall";
    floor.kind = environment::Wall::Kind::Disc;
    floor.disc = {Vec3d{0.5, 0.5, 0} * (box.width * d), {0, 0, 1}, box.width * d, 0.5 * hole * d};
    scene.environment.walls = {floor};
    environment::Sink below;
    below.name = "below";
    below.plane = {{0, 0, -3 * d}, {0, 0, 1}};
    scene.environment.sinks = {below};
    return scene;
}

Settled settledBed(const Box& box) {
    scene::Scene scene = siloScene(box, 0);
    const auto count = static_cast<std::uint64_t>(1.13 * box.width * box.width * box.height);
    grains::in(scene).fills = {looseFill({0, 0, 0}, box.width, box.width, count)};
    scene::Simulation simulation = testing_support::start(scene);
    settle(simulation);
    double inside = 0;
    for (const Vec3d& place : sandOf(simulation)) inside += place.z > 3 && place.z < box.height - 3;
    return {box, grainsOf(simulation), inside / (box.width * box.width * (box.height - 6))};
}

struct Flow {
    std::vector<double> out;  ///< grains that are through, a frame each (a quarter of a unit time)
    std::uint64_t left = 0;

    /// Grains a unit time between two shares of what ran out.
    double rate(double from, double to) const {
        const auto after = [&](double share) {
            return std::find_if(out.begin(), out.end(), [&](double n) { return n >= share * out.back(); });
        };
        const auto a = after(from), b = after(to);
        return (*b - *a) / (0.25 * static_cast<double>(b - a));
    }
};

/// Opens the hole until so many grains are through, or until none came for ten unit times.
Flow drain(const Settled& bed, double hole, double most) {
    scene::Scene scene = siloScene(bed.box, hole);
    grains::in(scene).placed = bed.grains;
    scene::Simulation simulation = testing_support::start(scene);
    Flow flow;
    runWhile(simulation, 500, [&] {
        flow.out.push_back(static_cast<double>(
            simulation.world().table(grains::sinks_table).read(grains::fields::taken)[0]));
        const std::size_t frames = flow.out.size();
        return flow.out.back() < most && (frames < 60 || flow.out[frames - 40] < flow.out.back());
    });
    flow.left = measured(simulation).grains;
    return flow;
}

/// Grains a unit time by the law of Mankoc and others.
double mankoc(double hole) {
    return 0.652 * std::pow(hole - 1, 2.5) * (1 - 0.5 * std::exp(-0.051 * (hole - 1)));
}

struct Rates {
    std::vector<double> holes, rates;
};

/// The exponent of D - 1.4 d, and k where the exponent is 5/2: W^(2/5) against D is a straight line then,
/// which meets W = 0 at k d.
void expectBeverloo(const Settled& bed, const Rates& measured, double exponent_within) {
    std::vector<double> powers, logs, widths;
    for (std::size_t i = 0; i < measured.rates.size(); ++i) {
        powers.push_back(std::pow(measured.rates[i], 0.4));
        logs.push_back(std::log(measured.rates[i]));
        widths.push_back(std::log(measured.holes[i] - 1.4));
        EXPECT_NEAR(measured.rates[i] / mankoc(measured.holes[i]), 1, 0.25);
    }
    const double exponent = fitLine(widths, logs).slope;
    const Line line = fitLine(measured.holes, powers);
    EXPECT_NEAR(exponent, 2.5, exponent_within);
    report("beverloo",
           fmt::format("exponent {:.3f} for k = 1.4; k {:.2f} and C {:.3f} for 5/2; bulk density {:.3f} "
                       "grains a d^3",
                       exponent, -line.intercept / line.slope, std::pow(line.slope, 2.5) / bed.density,
                       bed.density));
}

void reportRate(double hole, double rate, const Settled& bed) {
    report(fmt::format("D_{}", hole),
           fmt::format("{:.2f} grains a unit time, C at k = 1.4 {:.3f}, {:.3f} of Mankoc's", rate,
                       rate / bed.density / std::pow(hole - 1.4, 2.5), rate / mankoc(hole)));
}

// Some 600 grains that pass in clumps give the flow to about 3%, the mean of three fillings to 2%; over these
// holes that is 0.05 in the exponent (six fillings gave 2.29 to 2.53, in the mean 2.43), and four times that
// is asked of it. The flow is 6 to 18% above that of the experiments with glass beads (of a friction that
// they do not give), so a quarter is asked of it. While the filling sinks, the flow of the second 255 grains
// differs from that of the first by 8% (twelve fillings), the mean of six by 3.2%; three times that is asked
// of it. (In the mean of 24 it was 1.036 +- 0.016. Through the hole of 8 d, below which the filling then
// sinks, it falls: 1.069 +- 0.012.) The holes are 2.25 of their diameters apart and more; nearer ones disturb
// each other.
TEST(SiloFlow, LongGrowsAsTheHoleToFiveHalvesWhateverTheHeight) {
    Rates measured{{5, 6.5, 8}, {0, 0, 0}};
    constexpr int fillings = 3;
    double high_to_low = 0;
    Settled bed;
    for (std::uint32_t seed = 1; seed <= fillings; ++seed) {
        bed = settledBed({.width = 18, .height = 9, .sand = {.seed = seed}});
        for (std::size_t i = 0; i < measured.holes.size(); ++i) {
            const bool widest = i + 1 == measured.holes.size();
            const Flow flow = drain(bed, measured.holes[i], widest ? 1300 : 600);
            measured.rates[i] += flow.rate(0.15, 1) / fillings;
            // From 9 d to 7 d high on average, still higher than these holes are wide.
            if (!widest) high_to_low += flow.rate(0.15, 0.575) / flow.rate(0.575, 1) / (2 * fillings);
        }
    }
    for (std::size_t i = 0; i < measured.holes.size(); ++i)
        reportRate(measured.holes[i], measured.rates[i], bed);
    EXPECT_NEAR(high_to_low, 1, 0.1);
    expectBeverloo(bed, measured, 0.2);
}

TEST(SiloFlow, SmallHolesJamAndLargeOnesDoNot) {
    for (const std::uint32_t seed : {1u, 2u, 3u}) {
        const Settled bed = settledBed({.width = 9, .height = 8, .sand = {.seed = seed}});
        const auto all = static_cast<double>(bed.grains.size());
        const Flow jams = drain(bed, 3, 0.45 * all);
        report(fmt::format("jam_{}", seed), fmt::format("D 3: {} grains", jams.out.back()));
        EXPECT_LT(jams.out.back(), 0.45 * all) << "D = 3 d: a hundred grains on average, say the experiments";
        if (seed > 1) continue;
        const Flow flows = drain(bed, 6.5, 0.45 * all);
        EXPECT_GE(flows.out.back(), 0.45 * all) << "D = 6.5 d";
    }
}

TEST(SiloFlow, LongWiderHolesAndHigherFillings) {
    const Settled bed = settledBed({.width = 25, .height = 22});
    Rates measured;
    for (const double hole : {5.0, 6.0, 7.0, 8.5, 10.0}) {
        const Flow flow = drain(bed, hole, hole == 10 ? 7000 : 2500);
        measured.holes.push_back(hole);
        measured.rates.push_back(flow.rate(0.1, hole == 10 ? 0.5 : 1));
        reportRate(hole, measured.rates.back(), bed);
        if (hole != 10) continue;
        const double first = flow.rate(0.1, 0.5), second = flow.rate(0.5, 1);
        report("height", fmt::format("D 10: {:.1f} at first, {:.1f} with {} of {} grains left at the end",
                                     first, second, flow.left, bed.grains.size()));
        EXPECT_NEAR(second / first, 1, 0.05);
    }
    expectBeverloo(bed, measured, 0.1);
}

// Grains ten times stiffer flow as fast: soft ones are stiff enough here.
TEST(SiloFlow, LongStiffnessDoesNotMatter) {
    double rates[2];
    for (const int k : {0, 1}) {
        const Settled bed =
            settledBed({.width = 16, .height = 14, .sand = {.stiffness = k == 0 ? 2e3 : 2e4}});
        rates[k] = drain(bed, 8, 1600).rate(0.15, 1);
        reportRate(8, rates[k], bed);
    }
    EXPECT_NEAR(rates[1] / rates[0], 1, 0.06);
}

TEST(SiloFlow, LongFirstJams) {
    std::map<double, std::string> sizes;
    std::map<double, int> jams;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        const Settled bed = settledBed({.width = 10, .height = 10, .sand = {.seed = seed}});
        const auto enough = 0.45 * static_cast<double>(bed.grains.size());
        for (const double hole : {2.5, 3.0, 3.5, 4.0, 5.0, 6.0}) {
            const double out = drain(bed, hole, enough).out.back();
            sizes[hole] += fmt::format("{} ", out);
            jams[hole] += out < enough;
        }
    }
    for (const auto& [hole, text] : sizes) report(fmt::format("out_{}", hole), text);
    EXPECT_EQ(jams[2.5], 8);
    EXPECT_EQ(jams[3], 8);
    EXPECT_GE(jams[3.5], jams[4]);
    EXPECT_GE(jams[4], jams[5]);
    EXPECT_EQ(jams[6], 0);
}

}  // namespace
}  // namespace talus
