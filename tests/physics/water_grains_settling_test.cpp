// Grains that settle in water, alone and as a suspension, and grains that rise.
#include "tests/support/water_grains.h"

namespace talus::test {
namespace {

using couple::water_grains::Drag;

struct Fall {
    const char* name;
    const char* word;
    Drag drag;
    double diameter, viscosity, density, gravity;
};
void PrintTo(const Fall& fall, std::ostream* out) { *out << fall.name; }

constexpr double spacing = 0.01;

/// A column of water of so many spacings, periodic aside.
std::string columnOf(const Fall& f, int across, int high) {
    const double width = across * spacing;
    return waterHead("dfsph", spacing,
                     fmt::format("periodic = [\"x\", \"y\"]\ndomain_max = [{0}, {0}, 1]\n"
                                 "gravity = [0, 0, {1}]",
                                 width, -f.gravity)) +
           fmt::format("viscosity = {}\n[water_grains]\ndrag = \"{}\"\n", f.viscosity, f.word) +
           boxOf("column", {0, 0, 0}, {width, width, high * spacing}) + planeOf("bottom", 0, 1) +
           sandOf(f.density, 5000);
}

double speedOf(const Fall& f) {
    return couple::water_grains::settlingSpeed(f.drag, f.diameter, f.density, {1000, f.viscosity}, f.gravity);
}

class WaterGrainsSettling : public testing::TestWithParam<Fall> {};

// One ball that is small against the particles settles, or rises, at the speed at which its drag is its
// weight in water. 5%: what issue 24 asks for. Slow flow has weak gravity and a heavy ball, so that the
// water, which swings and creeps in its own weight by some mm/s, is calm. A ball feels water that it drags
// along itself: in slow flow it is too fast by d / (5 spacings) (docs/theory/water_grains.md), 2% here.
TEST_P(WaterGrainsSettling, AtTheSpeedOfItsDrag) {
    const Fall& f = GetParam();
    const double expected = speedOf(f), top = 24 * spacing;
    const bool sinks = f.density > 1000;
    const Vec3d start{3.3 * spacing, 4.2 * spacing, (sinks ? 0.85 : 0.15) * top};
    scene::Simulation simulation = simulationOf(columnOf(f, 8, 24) + grainAt(start, 0.5 * f.diameter));
    const auto height = [&] { return grainsOf(simulation).read(grains::fields::position)[0].z; };
    // From when it has that speed on, a second or 0.4 of the way.
    const double begin = 0.2, end = begin + std::min(1.0, 0.4 * top / expected);
    runTo(simulation, begin);
    const double from = height();
    runTo(simulation, end);
    const double speed = (sinks ? from - height() : height() - from) / (simulation.world().time - begin);
    tell("speed_over_expected", speed / expected);
    tell("reynolds", 1000 * expected * f.diameter / f.viscosity);
    EXPECT_NEAR(speed / expected, 1, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Cases, WaterGrainsSettling,
                         testing::Values(Fall{"Stokes", "di-felice", Drag::DiFelice, 1e-3, 1, 2e6, 0.5},
                                         Fall{"StokesWenYu", "wen-yu", Drag::WenYu, 1e-3, 1, 2e6, 0.5},
                                         Fall{"Re30", "di-felice", Drag::DiFelice, 2e-3, 8.8e-3, 2500, 9.81},
                                         Fall{"Re1000", "di-felice", Drag::DiFelice, 3.15e-3, 1e-3, 2500,
                                              9.81},
                                         Fall{"Rises", "di-felice", Drag::DiFelice, 3e-3, 1e-3, 500, 9.81}),
                         [](const auto& of) { return std::string(of.param.name); });

class WaterGrainsHindered : public testing::TestWithParam<double> {};

// A suspension settles by (1 - c)^n as fast as one ball (Richardson and Zaki 1954, "Sedimentation and
// fluidisation: part I", Trans. Inst. Chem. Eng. 32, 35), n = 4.45 Re^-0.1 for 1 < Re < 500. 10%: their own
// numbers scatter by 5%, and what Di Felice's law comes to at these Re differs from theirs by 3%.
TEST_P(WaterGrainsHindered, AsRichardsonAndZakiHaveIt) {
    const double c = GetParam();
    const Fall f{"", "di-felice", Drag::DiFelice, 4e-3, 0.05, 2500, 9.81};
    const double alone = speedOf(f), re = 1000 * alone * f.diameter / f.viscosity;
    const double high = 24 * spacing;
    scene::Simulation simulation = simulationOf(
        columnOf(f, 6, 24) + fmt::format("[[fill]]\nname = \"suspension\"\nmaterial = \"sand\"\n"
                                         "min = [0, 0, 0.003]\nmax = [{0}, {0}, {1}]\ngrain_radius = {2}\n"
                                         "packing = \"random-loose\"\nvolume_fraction = {3}\n",
                                         6 * spacing, high, 0.5 * f.diameter, c));
    // The middle, before what clears from above or packs from below gets there.
    double sum = 0, count = 0;
    for (int k = 0; k <= 20; ++k) {
        runTo(simulation, 0.3 + 0.01 * k);
        const auto place = grainsOf(simulation).read(grains::fields::position),
                   velocity = grainsOf(simulation).read(grains::fields::velocity);
        for (std::size_t g = 0; g < place.size(); ++g)
            if (place[g].z > 0.3 * high && place[g].z < 0.6 * high) {
                sum -= velocity[g].z;
                ++count;
            }
    }
    const double expected = std::pow(1 - c, 4.45 * std::pow(re, -0.1));
    tell("speed_over_alone", sum / count / alone);
    tell("speed_over_expected", sum / count / alone / expected);
    tell("reynolds", re);
    EXPECT_NEAR(sum / count / alone / expected, 1, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Volumes, WaterGrainsHindered, testing::Values(0.1, 0.25));

}  // namespace
}  // namespace talus::test
