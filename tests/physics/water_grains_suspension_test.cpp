// A suspension that fills its water from the start: it stands as it was made, and settles as Richardson and
// Zaki measured.
#include "tests/support/water_grains.h"

namespace talus::test {
namespace {

using couple::water_grains::Drag;

constexpr double rho = 1000, spacing = 0.01, width = 5 * spacing;

struct Suspension {
    const char* name;
    double share;  ///< of the volume that is grains
    double diameter, viscosity;
    double high;      ///< of the column [m]
    double exponent;  ///< n of Richardson and Zaki
    double from, to;  ///< when it is looked at [s]
};
void PrintTo(const Suspension& s, std::ostream* out) { *out << s.name; }

std::string columnOf(const Suspension& s) {
    return waterHead("dfsph", spacing,
                     fmt::format("periodic = [\"x\", \"y\"]\ndomain_max = [{0}, {0}, 1]\n"
                                 "gravity = [0, 0, -9.81]",
                                 width)) +
           fmt::format("viscosity = {}\nspeed = 0.5\n", s.viscosity) +
           boxOf("column", {0, 0, 0}, {width, width, s.high}) + planeOf("bottom", 0, 1) + sandOf(2500, 20) +
           fmt::format(
               "[[fill]]\nname = \"grains\"\nmaterial = \"sand\"\nmin = [0, 0, 0]\n"
               "max = [{0}, {0}, {1}]\ngrain_radius = {2}\nvolume_fraction = {3}\n"
               "packing = \"random-loose\"\n",
               width, s.high, 0.5 * s.diameter, s.share);
}

class WaterGrainsSuspension : public testing::TestWithParam<Suspension> {};

// Where nothing flows on the whole, grains that are a share C of the volume settle at v (1 - C)^n, v the
// speed of one alone, n = 4.65 in slow flow (Re < 0.2) and 2.39 in fast (Re > 500): Richardson and Zaki
// (1954), "Sedimentation and fluidisation: part I", Trans. Inst. Chem. Eng. 32. Looked at away from floor and
// top, and relative to the mean flow of both, which is (1 - C) (v - u): the column swings up and down as a
// whole, by a tenth of that speed. In slow flow a grain feels water that it drags along itself: alone it is
// too fast by d / (5 spacings) (docs/theory/water_grains.md). Among others that is 1 - C times as much, as
// the drag is, of a slip (1 - C)^(n - 1) as large. With it 4%: 1 to 2.5% was seen. At first both have the
// volume of the column, but for grains in the topmost quarter of a spacing, whose kernels reach out of it.
TEST_P(WaterGrainsSuspension, SettlesAsRichardsonAndZakiMeasured) {
    const Suspension& s = GetParam();
    scene::Simulation simulation = simulationOf(columnOf(s));
    const auto particles = static_cast<double>(placesOf(simulation).size());
    const double filled =
        (particles * std::pow(spacing, 3) + sumsOf(simulation).volume) / (width * width * s.high);
    double speed = 0, top = 0;
    constexpr int looks = 30;
    for (int k = 1; k <= looks; ++k) {
        runTo(simulation, s.from + (s.to - s.from) * k / looks);
        const auto place = grainsOf(simulation).read(grains::fields::position);
        const auto velocity = grainsOf(simulation).read(grains::fields::velocity);
        const auto around = grainsOf(simulation).read(couple::water_grains::fields::water_velocity);
        double sum = 0, count = 0;
        for (std::size_t g = 0; g < place.size(); ++g) {
            if (place[g].z < 0.3 * s.high || place[g].z > 0.7 * s.high) continue;
            sum += around[g].z - velocity[g].z;
            ++count;
        }
        speed += (1 - s.share) * sum / count / looks;
        for (const Vec3d& p : placesOf(simulation)) top = std::max(top, p.z);
    }
    const double alone =
        couple::water_grains::settlingSpeed(Drag::DiFelice, s.diameter, 2500, {rho, s.viscosity}, 9.81);
    tell("filled", filled);
    tell("top_over_height", top / s.high);
    tell("reynolds", rho * alone * s.diameter / s.viscosity);
    tell("speed_over_alone", speed / alone);
    tell("richardson_zaki", std::pow(1 - s.share, s.exponent));
    tell("speed_over_richardson_zaki", speed / alone / std::pow(1 - s.share, s.exponent));
    EXPECT_GT(filled, 1 - 0.002);
    EXPECT_LT(filled, 1 + 0.002 + 0.25 * s.share * spacing / s.high);
    const bool slow = s.exponent > 4;
    const double dragged = slow ? s.diameter / (5 * spacing) * std::pow(1 - s.share, 2 - s.exponent) : 0;
    EXPECT_NEAR(speed / alone / std::pow(1 - s.share, s.exponent), 1 + dragged, 0.04);
}

INSTANTIATE_TEST_SUITE_P(Cases, WaterGrainsSuspension,
                         testing::Values(Suspension{"SlowTenth", 0.1, 2.5e-3, 0.3, 0.12, 4.65, 0.1, 0.2},
                                         Suspension{"SlowFifth", 0.2, 2.5e-3, 0.3, 0.12, 4.65, 0.1, 0.2},
                                         Suspension{"SlowThird", 0.33, 2.5e-3, 0.3, 0.12, 4.65, 0.1, 0.2},
                                         Suspension{"FastFifth", 0.2, 3.15e-3, 1e-3, 0.12, 2.39, 0.08, 0.16}),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace talus::test
