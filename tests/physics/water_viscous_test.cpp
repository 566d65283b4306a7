// Viscous flow between plates and down a slope against closed forms (Batchelor 1967, "An introduction to
// fluid dynamics", 4.2 and 4.3; the starting flows as series in Morris, Fox, Zhu 1997, "Modeling low Reynolds
// number incompressible flows using SPH", 5).
#include "tests/support/water.h"

namespace talus::test {
namespace {

using std::numbers::pi;

struct Layer {
    const char* solver;
    int across;  ///< spacings in the depth of the layer
};

std::string nameOf(const testing::TestParamInfo<Layer>& info) {
    return fmt::format("{}{}", info.param.solver, info.param.across);
}

constexpr double depth = 0.1, nu = 1e-3, rho = 1000, fastest = 0.05;

class WaterLayer : public testing::TestWithParam<Layer> {
  protected:
    double spacing() const { return depth / GetParam().across; }
    /// Flows that are calm by their viscosity have no noise to damp; wcsph has no such key.
    static std::string calm() {
        return GetParam().solver == std::string("dfsph") ? "noise_damping = 0\n" : "";
    }
    /// Sides of the layer: five spacings, more than two supports of the kernel.
    double side() const { return 5 * spacing(); }
    scene::Simulation layer(const Vec3d& gravity, double viscosity, std::optional<double> speed,
                            const std::string& walls) const {
        const std::string world = fmt::format(
            "gravity = [{}, {}, {}]\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, 0]\n"
            "domain_max = [{}, {}, 0]",
            gravity.x, gravity.y, gravity.z, side(), side());
        return simulationOf(waterHead(GetParam().solver, spacing(), world, 0.1) +
                            fmt::format("viscosity = {}\n", viscosity) +
                            (speed ? fmt::format("speed = {}\n", *speed) : "") + calm() + walls +
                            boxOf("layer", {0, 0, 0}, {side(), side(), depth}));
    }
    /// L2 of what velocities along x differ from a profile, over that of the profile.
    template <class Profile>
    static double error(const scene::Simulation& simulation, Profile profile) {
        const double off = meanOf(simulation, [&](const Vec3d&x,
                                                  const Vec3d&v) { return std::pow(v.x - profile(x.z), 2); }),
                     all = meanOf(simulation,
                                  [&](const Vec3d&x, const Vec3d&) { return std::pow(profile(x.z), 2); });
        return std::sqrt(off / all);
    }
};

// 2% once the flow is steady. While it starts, 5%: the boundary layer is three spacings thick at 1 s.
TEST_P(WaterLayer, FollowsAMovingPlate) {
    scene::Simulation simulation =
        layer({}, rho * nu, fastest,
              planeOf("still", 0, 1) + planeOf("plate", depth, -1) +
                  fmt::format("[[motion]]\nwall = \"plate\"\nvelocity = [{}, 0, 0]\n", fastest));
    const auto at = [](double time) {
        return [time](double z) {
            double u = fastest * z / depth;
            for (int n = 1; n < 30; ++n)
                u += 2 * fastest / (n * pi) * (n % 2 == 0 ? 1 : -1) * std::sin(n * pi * z / depth) *
                     std::exp(-nu * n * n * pi * pi * time / (depth * depth));
            return u;
        };
    };
    runTo(simulation, 1);
    tell("starting", error(simulation, at(1)));
    EXPECT_LT(error(simulation, at(1)), 0.05);
    runTo(simulation, 8);
    tell("steady", error(simulation, at(8)));
    EXPECT_LT(error(simulation, at(8)), 0.02);
    const double drag = rho * nu * fastest / depth * side() * side();
    tell("load_still", loadOn(simulation, 0).x / drag);
    tell("load_plate", loadOn(simulation, 1).x / drag);
}

TEST_P(WaterLayer, FlowsBetweenPlatesByABodyForce) {
    const double push = 8 * nu * fastest / (depth * depth);
    scene::Simulation simulation =
        layer({push, 0, 0}, rho * nu, fastest, planeOf("low", 0, 1) + planeOf("high", depth, -1));
    const auto at = [push](double time) {
        return [=](double z) {
            double u = push / (2 * nu) * z * (depth - z);
            for (int n = 1; n < 60; n += 2)
                u -= 4 * push * depth * depth / (nu * pi * pi * pi * n * n * n) *
                     std::sin(n * pi * z / depth) * std::exp(-nu * n * n * pi * pi * time / (depth * depth));
            return u;
        };
    };
    runTo(simulation, 1);
    tell("starting", error(simulation, at(1)));
    EXPECT_LT(error(simulation, at(1)), 0.05);
    runTo(simulation, 10);
    double off = 0, load = 0;
    for (int k = 1; k <= 20; ++k) {
        runTo(simulation, 10 + 0.1 * k);
        off += error(simulation, at(10)) / 20;
        load += (loadOn(simulation, 0).x + loadOn(simulation, 1).x) / 20;
    }
    tell("steady", off);
    EXPECT_LT(off, 0.02);
    tell("load", load / (rho * push * depth * side() * side()));
}

// A film on a slope: u = g sin(theta) / nu (h z - z^2 / 2), and its bed carries rho g h sin(theta). 5% of
// both: the depth is known to a share of a spacing.
TEST_P(WaterLayer, FilmOnASlopeHasTheParabolicProfileAndBedLoad) {
    const double slope = 0.1, film_nu = 0.01, along = gravity * std::sin(slope);
    scene::Simulation simulation =
        layer({along, 0, -gravity * std::cos(slope)}, rho * film_nu, {}, planeOf("bed", 0, 1));
    runTo(simulation, 3);
    Vec3d load;
    double off = 0;
    for (int k = 1; k <= 10; ++k) {
        runTo(simulation, 3 + 0.1 * k);
        load += loadOn(simulation, 0) * 0.1;
        off += 0.1 * error(simulation, [&](double z) { return along / film_nu * (depth * z - z * z / 2); });
    }
    const double weight = rho * gravity * depth * side() * side();
    tell("bed_shear", load.x / (weight * std::sin(slope)));
    tell("bed_pressure", -load.z / (weight * std::cos(slope)));
    tell("profile", off);
    EXPECT_NEAR(load.x / (weight * std::sin(slope)), 1, 0.05);
    EXPECT_LT(off, 0.05);
}

// A fast film whose viscosity is solved for: what its bed takes and what it gains is what drives it, once its
// lattice has broken up (1 s). 1 %: the bed's load is a mean over each frame of 10 ms. 7 % were missing when
// the solve left a share of the velocities, which in these short steps is a large part of what drives them.
TEST(WaterFilm, KeepsItsMomentum) {
    constexpr double slope = 0.1, spacing = depth / 16, side = 5 * spacing, mu = 2;
    const double along = gravity * std::sin(slope);
    scene::Simulation simulation = simulationOf(
        waterHead("dfsph", spacing,
                  fmt::format("gravity = [{}, 0, {}]\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, 0]\n"
                              "domain_max = [{}, {}, 0]",
                              along, -gravity * std::cos(slope), side, side),
                  0.1) +
        fmt::format("viscosity = {}\nnoise_damping = 0\ndt = 5e-4\n", mu) + planeOf("bed", 0, 1) +
        boxOf("film", {0, 0, 0}, {side, side, depth}));
    setVelocities(simulation, [&](const Vec3d& p) {
        return Vec3d{rho * along / mu * (depth * p.z - p.z * p.z / 2), 0, 0};
    });
    const double mass = particlesOf(simulation).size() * std::pow(spacing, 3) * rho;
    const auto momentum = [&] {
        return mass * meanOf(simulation, [](const Vec3d&, const Vec3d& v) { return v.x; });
    };
    runTo(simulation, 1);
    const double before = momentum();
    double taken = 0;
    for (int k = 1; k <= 100; ++k) {
        runTo(simulation, 1 + 0.01 * k);
        taken += loadOn(simulation, 0).x * 0.01;
    }
    const double driven = mass * along;
    tell("taken", taken / driven);
    tell("gained", (momentum() - before) / driven);
    EXPECT_NEAR((taken + momentum() - before) / driven, 1, 0.01);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterLayer,
                         testing::Values(Layer{"dfsph", 10}, Layer{"dfsph", 16}, Layer{"wcsph", 10},
                                         Layer{"wcsph", 16}),
                         nameOf);
}  // namespace talus::test
