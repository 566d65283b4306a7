// What sediment does to the flow: it weighs, and it thickens.
#include "tests/support/erosion.h"

namespace talus::test {
namespace {

/// A viscous film of a mixture on ground, in gravity that leans. Grains of 10 um hardly sink in it, and do
/// not weigh.
struct MuddyFilm {
    double spacing = 0.1 / 16, depth = 0.1, slope = 0.1, viscosity = 2, concentration = 0.3;
    std::string law = "krieger-dougherty";
    double side() const { return 5 * spacing; }
    double shear() const { return 1000 * gravity * depth * std::sin(slope); }
    std::string text() const {
        return waterHead("dfsph", spacing,
                         repeating(side(), {gravity * std::sin(slope), 0, -gravity * std::cos(slope)}), 0.1) +
               fmt::format("viscosity = {}\nnoise_damping = 0\ndt = 5e-4\n", viscosity) +
               levelGround(-2 * spacing, side() + 2 * spacing, spacing) +
               boxOf("film", {0, 0, 0}, {side(), side(), depth}) +
               fmt::format(
                   "[erosion]\ngrain_diameter = \"10 um\"\nweighs = false\ncritical_shear = 1e6\n"
                   "thickening = \"{}\"\n[[sediment]]\nsource = \"film\"\nconcentration = {}\n",
                   law, concentration);
    }
};

// The mean speed of a steady film is rho g h^2 sin(slope) / (3 mu) with the mixture's mu, and its bed bears
// rho g h sin(slope) whatever that is. Means over the last half a second: nothing damps the noise of these
// films, and at one moment it is up to 6 % of a bed's shear. 3 %: the film without grains has most noise.
TEST(Mixture, FlowsAsThickAsItsLawSays) {
    for (const char* law : {"none", "krieger-dougherty", "thomas"}) {
        MuddyFilm film;
        film.law = law;
        // By hand: (1 - 0.3 / 0.6)^-1.5, and 1 + 0.75 + 0.9045 + 0.00273 (e^4.98 - 1).
        const double thicker = law == std::string("none") ? 1 : law == std::string("thomas") ? 3.049 : 2.828;
        const scene::Scene scene = sceneOf(film.text());
        scene::Simulation simulation = simulationOf(film.text());
        const double mean = film.shear() * film.depth / (3 * film.viscosity * thicker);
        setVelocities(simulation, [&](const Vec3d& p) {
            const double s = p.z / film.depth;
            return Vec3d{3 * mean * (s - 0.5 * s * s), 0, 0};
        });
        constexpr int moments = 20;
        double speed = 0, shear = 0;
        for (int k = 1; k <= moments; ++k) {
            runTo(simulation, 1.5 + 0.5 * k / moments);
            speed += meanOf(simulation, [](const Vec3d&, const Vec3d& v) { return v.x; }) / moments;
            shear += meanOver(simulation, ero::setupOf(scene).grid(), ero::fields::shear, 0.5 * film.spacing,
                              film.side() - 0.5 * film.spacing) /
                     moments;
        }
        tell(fmt::format("speed_{}", law), speed / mean);
        tell(fmt::format("shear_{}", law), shear / film.shear());
        EXPECT_NEAR(speed / mean, 1, 0.03) << law;
        EXPECT_NEAR(shear / film.shear(), 1, 0.03) << law;
    }
}

/// Muddy water behind a lock, as deep as the clear water before it: sqrt(g' H) is what its front goes by.
struct Lock {
    double spacing = 0.01, depth = 0.2, length = 1.6, lock = 0.7, concentration = 0.05;
    double width() const { return 4 * spacing; }
    double reduced() const {
        const double heavier = concentration * 1650;
        return gravity * heavier / (1000 + heavier);
    }
    std::string text() const {
        return waterHead("dfsph", spacing,
                         fmt::format("gravity = [0, 0, -9.81]\nperiodic = [\"y\"]\ndomain_min = [0, 0, 0]\n"
                                     "domain_max = [0, {}, 0]",
                                     width()),
                         0.1) +
               "wall_slip = 1\n" +
               fmt::format(
                   "[[wall]]\nname = \"tank\"\nmaterial = \"glass\"\nshape = \"box-inside\"\nmin = [0, -1, "
                   "0]\nmax = [{}, 1, 1]\nopen = [\"+z\", \"-y\", \"+y\"]\n",
                   length) +
               fmt::format(
                   "[ground]\nshape = \"flat\"\nmaterial = \"glass\"\ncorner = [-0.1, -0.1, -0.5]\nsize = "
                   "[{}, "
                   "0.3]\nspacing = 0.05\n",
                   length + 0.2) +
               boxOf("muddy", {0, 0, 0}, {lock, width(), depth}) +
               boxOf("clear", {lock, 0, 0}, {length, width(), depth}) +
               fmt::format(
                   "[erosion]\ngrain_diameter = \"5 um\"\n[[sediment]]\nsource = \"muddy\"\nconcentration = "
                   "{}\n",
                   concentration);
    }
};

/// Where the muddy water ends along x: the last strip of a spacing in which it is two particles deep.
double frontOf(const scene::Simulation& simulation, const Lock& lock) {
    const auto places = placesOf(simulation);
    const auto values = particlesOf(simulation).read(water::fields::concentration);
    std::vector<double> depth(static_cast<std::size_t>(lock.length / lock.spacing) + 2);
    for (std::size_t i = 0; i < places.size(); ++i)
        depth[static_cast<std::size_t>(std::max(0.0, places[i].x / lock.spacing))] +=
            double{values[i]} / lock.concentration * std::pow(lock.spacing, 2) / lock.width();
    double front = 0;
    for (std::size_t k = 0; k < depth.size(); ++k)
        if (depth[k] > 2 * lock.spacing) front = (static_cast<double>(k) + 1) * lock.spacing;
    return front;
}

// Muddy water runs out under the clear, at Fr sqrt(g' H). Without friction Fr would be 1/2 (Benjamin 1968,
// "Gravity currents and related phenomena", of half the depth): the upper bound. Ours is 0.32, too slow by
// the damping of noise and by long steps (0.43 without the one and with a quarter of the other). The lower
// bound holds it from getting worse by a tenth.
TEST(Mixture, LongLockExchange) {
    const Lock lock;
    scene::Simulation simulation = simulationOf(lock.text(), 2);
    const double speed = std::sqrt(lock.reduced() * lock.depth);
    // The front goes at one speed from about two depths on.
    std::vector<double> times, places;
    for (int k = 1; k <= 40 && (places.empty() || places.back() < lock.length - 0.15); ++k) {
        runTo(simulation, 0.1 * k);
        times.push_back(0.1 * k);
        places.push_back(frontOf(simulation, lock));
    }
    double t = 0, x = 0, tt = 0, tx = 0, n = 0;
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (places[k] < lock.lock + lock.depth || places[k] > lock.length - 0.2) continue;
        t += times[k], x += places[k], tt += times[k] * times[k], tx += times[k] * places[k], n += 1;
    }
    const double froude = (n * tx - t * x) / (n * tt - t * t) / speed;
    tell("froude", froude);
    EXPECT_GT(froude, 0.29);
    EXPECT_LT(froude, 0.5);
}

}  // namespace
}  // namespace talus::test
