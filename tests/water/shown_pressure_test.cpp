// The pressures that frames show: a fit to those of the solve, in which layers stand off their mean in turn.
#include "talus/water/shown_pressure.h"

#include "talus/core/rng.h"
#include "talus/water/setup.h"
#include "tests/support/water.h"

namespace talus::water {
namespace {

constexpr double spacing = 0.02, rho = 1000, depth = 0.2;
const std::string domain =
    "gravity = [0, 0, -9.81]\nperiodic = [\"x\"]\ndomain_min = [0, 0, 0]\ndomain_max = [0.2, 0, 0]";

/// A layer of water along a domain that repeats, its particles up to a fifth of a spacing off their lattice.
struct Layer {
    scene::Simulation simulation;
    Setup setup;

    explicit Layer(const std::string& more = "") : Layer(sceneText(more), 0) {}

    template <class Pressure>
    std::vector<float> shown(Pressure pressure) {
        state::Table& rows = simulation.world().table(water_table);
        const auto place = rows.read(fields::position);
        const auto values = rows.write(fields::pressure);
        for (std::size_t i = 0; i < rows.size(); ++i) values[i] = static_cast<float>(pressure(place[i]));
        return shownPressures(simulation.exec(), setup.smoothing, setup.solids,
                              std::as_const(simulation.world()));
    }

  private:
    static std::string sceneText(const std::string& more) {
        return test::waterHead("dfsph", spacing, domain) + test::planeOf("floor", 0, 1) +
               test::boxOf("layer", {0, 0, 0}, {0.2, 0.2, depth}) + more;
    }
    Layer(const std::string& text, int)
        : simulation(test::simulationOf(text)), setup(setupOf(test::sceneOf(text))) {
        const Random rng{7, 0};
        std::uint64_t i = 0;
        for (Vec3d& x : simulation.world().table(water_table).write(fields::position)) {
            x += Vec3d{rng.uniform(-0.2, 0.2, i, 0), rng.uniform(-0.2, 0.2, i, 1),
                       rng.uniform(-0.2, 0.2, i, 2)} *
                 spacing;
            ++i;
        }
    }
};

double ofDepth(const Vec3d& x) { return rho * test::gravity * (depth - x.z); }

// A linear field stays what it is in each particle, at floor and surface too, but for what single precision
// and the width below which places count as one (`min_spread`) leave: a hundredth of a spacing of depth.
TEST(ShownPressure, LinearFieldIsReproduced) {
    Layer layer;
    const auto shown = layer.shown(ofDepth);
    const auto place = test::placesOf(layer.simulation);
    for (std::size_t i = 0; i < place.size(); ++i)
        ASSERT_NEAR(shown[i], ofDepth(place[i]), 0.01 * rho * test::gravity * spacing) << i;
}

// Layers that stand half a spacing of depth above and below it in turn: within the water a twelfth of that is
// left on the lattice (1 - 2 (3/4)^3 over 1 + 2 (3/4)^3, of sums along the layers), and with these places
// less than a fifth.
TEST(ShownPressure, AlternatingLayersAreSmoothed) {
    Layer layer;
    const double off = 0.5 * rho * test::gravity * spacing;
    const auto shown = layer.shown(
        [&](const Vec3d& x) { return ofDepth(x) + (static_cast<int>(x.z / spacing) % 2 == 0 ? off : -off); });
    const auto place = test::placesOf(layer.simulation);
    double square = 0;
    std::size_t within = 0;
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i].z < 2 * spacing || place[i].z > depth - 2 * spacing) continue;
        square += std::pow(double{shown[i]} - ofDepth(place[i]), 2);
        ++within;
    }
    ASSERT_GT(within, 100u);
    EXPECT_LT(std::sqrt(square / static_cast<double>(within)), 0.2 * off);
}

// A plate without thickness parts two pressures, and each side keeps its own.
TEST(ShownPressure, ParticlesBehindAPlateDoNotCount) {
    Layer layer(
        "[[wall]]\nname = \"plate\"\nmaterial = \"glass\"\nshape = \"rectangle\"\n"
        "corner = [0.1, -1, -1]\nedge_u = [0, 3, 0]\nedge_v = [0, 0, 3]\n");
    // The domain repeats: what is at its other side is near as well, and is of the other pressure there.
    const auto pressure = [](const Vec3d& x) { return x.x < 0.1 ? 500.0 : 2000.0; };
    const auto shown = layer.shown(pressure);
    const auto place = test::placesOf(layer.simulation);
    std::size_t mixed = 0;
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i].x > 0.05 && place[i].x < 0.15)
            ASSERT_NEAR(shown[i], pressure(place[i]), 0.1) << i;
        else
            mixed += std::abs(shown[i] - pressure(place[i])) > 1;
    }
    EXPECT_GT(mixed, 50u) << "across the side on which the domain repeats there is no plate";
}

// No value is outside of those about it: an impact, which is no linear field, makes no new extremes.
TEST(ShownPressure, StaysWithinTheExtremesOfTheNeighbours) {
    Layer layer;
    for (const float p : layer.shown([](const Vec3d& x) { return x.z < 0.05 ? 1e5 : 0; })) {
        ASSERT_GE(p, 0);
        ASSERT_LE(p, 1e5F);
    }
}

TEST(ShownPressure, HasTheSameBitsForAnyNumberOfThreads) {
    Layer layer;
    const auto by_one = layer.shown([](const Vec3d& x) { return 1e3 + 300 * std::sin(70 * x.x + 40 * x.z); });
    for (const int threads : {2, 3}) {
        const auto by_more = shownPressures(exec::Exec::cpu(threads), layer.setup.smoothing,
                                            layer.setup.solids, std::as_const(layer.simulation.world()));
        EXPECT_EQ(by_more, by_one) << threads;
    }
}

// The last frame of a run that failed: no fit, and no crash.
TEST(ShownPressure, NanIsShownUnchanged) {
    Layer layer;
    state::Table& rows = layer.simulation.world().table(water_table);
    rows.write(fields::position)[3].x = std::nan("");
    const auto shown = layer.shown([](const Vec3d& x) { return x.z < 0.1 ? 5 : 0; });
    const auto pressure = test::particlesOf(layer.simulation).read(fields::pressure);
    EXPECT_TRUE(std::equal(shown.begin(), shown.end(), pressure.begin()));
}

TEST(ShownPressure, SingleParticleKeepsItsPressure) {
    Layer layer;
    state::Table& rows = layer.simulation.world().table(water_table);
    for (Vec3d& x : rows.write(fields::position)) x.z += 10 * depth * (x.z > depth - spacing);
    const auto shown = layer.shown([](const Vec3d& x) { return x.z > depth ? 7.0 : 3.0; });
    const auto place = test::placesOf(layer.simulation);
    for (std::size_t i = 0; i < place.size(); ++i) EXPECT_NEAR(shown[i], place[i].z > depth ? 7 : 3, 1e-5);
}

}  // namespace
}  // namespace talus::water
