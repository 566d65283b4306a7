#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/cloth/measures.h"
#include "talus/cloth/sheet/shown_stretch.h"
#include "tests/support/cloth_scenes.h"

/// Cloth against closed forms.
namespace talus::cloth {
namespace {

using namespace testing_support;

const std::string no_contact = "contact = false\nself_contact = false\n";
constexpr double g = 9.81;

/// A strip of two columns of points that hangs from its top edge, without bending and shear.
std::string hangingStrip(int points, double length, double stretch, const std::string& more = "") {
    return fmt::format(
        "[[cloth]]\nname = \"strip\"\nwidth = 0.02\nheight = {}\npoints_x = 2\npoints_y = {}\nposition = [0, "
        "0, 0]\n"
        "rotation = [{}, 0, 0]\nstretch = {}\nshear = 0\nbend = 0\n{}{}"
        "[[cloth_attachment]]\ncloth = \"strip\"\nwhere = \"top\"\n",
        length, points, std::numbers::pi / 2, stretch, no_contact, more);
}

state::View<const double> masses(const scene::Simulation& simulation) {
    return simulation.world().table(points_table).read(fields::mass);
}

// Each vertical spring carries the weight below it: elongation (mass below) g / k. The equilibrium is that of
// the springs for any number of small steps, which position-based dynamics without compliance does not give.
// A spring of k = 1 N/m and points of 0.1 g are slow enough for one second to be many of their periods; what
// is left of the swing after 30 s is 1e-4 of the elongation.
TEST(ClothPhysics, AHangingStripStretchesByTheWeightBelowForAnyNumberOfSteps) {
    for (const int substeps : {10, 20, 40}) {
        auto simulation = test::simulationOf(
            sceneOf(hangingStrip(6, 0.5, 10, "quadratic_drag = 1e-3\n") +
                    fmt::format("[cloth_solver]\nsubsteps = {}\niterations = 10\n", substeps)));
        test::runTo(simulation, 40);
        const auto at = positions(simulation);
        const auto mass = masses(simulation);
        const auto springs = simulation.world().table(springs_table).read(fields::stiffness);
        const auto ends = simulation.world().table(springs_table).read(fields::ends);
        for (std::size_t s = 0; s < ends.size(); ++s) {
            const auto [i, j] = ends[s];
            if (i % 2 != j % 2) continue;  // across the strip
            double below = 0;
            for (std::size_t p = i % 2; p <= std::min(i, j); p += 2) below += mass[p];
            EXPECT_NEAR(length(at[i] - at[j]) - 0.1, below * g / springs[s], 2e-3 * below * g / springs[s])
                << substeps;
        }
    }
}

/// The first two rows of points: below them hang two masses on a spring each. Returns their heights in each
/// frame, relative to the start.
std::vector<double> swingOf(const std::string& solver, double damping, double time) {
    auto simulation = test::simulationOf(sceneOf(
        hangingStrip(2, 0.5, 100, fmt::format("velocity = [0, 0, -0.001]\ndamping = {}\n", damping)) + solver,
        "[0, 0, 0]"));
    std::vector<double> z;
    const double start = positions(simulation)[0].z;
    for (int frame = 1; frame / 60.0 <= time; ++frame) {
        test::runTo(simulation, frame / 60.0);
        z.push_back(positions(simulation)[0].z - start);
    }
    return z;
}

struct Oscillator {
    double k, m;
    double rate() const { return std::sqrt(k / m); }
};
/// The left column of that strip: half of K dx / dy, and the mass of its lowest point.
Oscillator leftColumn() {
    auto simulation = test::simulationOf(sceneOf(hangingStrip(2, 0.5, 100)));
    return {0.5 * 100 * 0.02 / 0.5, masses(simulation)[0]};
}

// Leap-frog: w_num h = 2 asin(w h / 2). The step is 0.1 ms, so that this is w up to 1e-5, and the velocity at
// the start, which leap-frog takes half a step early, moves the phase by half a step.
TEST(ClothPhysics, AnUndampedSpringOfTheLabSwingsAtItsOwnRateAndKeepsItsAmplitude) {
    const Oscillator one = leftColumn();
    const double w = one.rate();
    const auto z = swingOf("[cloth_solver]\nmethod = \"lab\"\ndt = 1e-4\n", 0, 2);
    for (std::size_t k = 0; k < z.size(); ++k) {
        const double t = static_cast<double>(k + 1) / 60;
        EXPECT_NEAR(z[k], -0.001 / w * std::sin(w * t), 0.001 / w * 5e-3) << t;
    }
}

// Damped: exp(-d t) sin(w' t) with d = z / 2m, w' = sqrt(k/m - d^2). The damping ratio d / w is 0.1.
TEST(ClothPhysics, ADamperOfTheLabGivesItsDampingRatio) {
    const Oscillator one = leftColumn();
    const double ratio = 0.1, damping = 2 * ratio * std::sqrt(one.k * one.m), w = one.rate(),
                 slower = w * std::sqrt(1 - ratio * ratio);
    const auto z = swingOf("[cloth_solver]\nmethod = \"lab\"\ndt = 1e-4\n", damping, 1);
    for (std::size_t k = 0; k < z.size(); ++k) {
        const double t = static_cast<double>(k + 1) / 60;
        EXPECT_NEAR(z[k], -0.001 / slower * std::exp(-ratio * w * t) * std::sin(slower * t), 0.001 / w * 5e-3)
            << t;
    }
}

// Implicit Euler: in a small step h the amplitude falls by 1 / sqrt(1 + (w h)^2), and the phase advances by
// atan(w h). From v = 0.001 m/s the displacement after n steps is h v (sum of ...) = Im of powers of
// 1 / (1 - i w h), over w.
TEST(ClothPhysics, TheImplicitSolverIsImplicitEuler) {
    const double w = leftColumn().rate();
    for (const int substeps : {5, 20}) {
        const auto z =
            swingOf(fmt::format("[cloth_solver]\nsubsteps = {}\niterations = 10\n", substeps), 0, 1);
        const double h = 1.0 / 60 / substeps;
        for (std::size_t k = 0; k < z.size(); ++k) {
            const double n = static_cast<double>((k + 1) * static_cast<std::size_t>(substeps));
            const double amplitude = std::pow(1 + w * w * h * h, -0.5 * n), phase = n * std::atan(w * h);
            EXPECT_NEAR(z[k], -0.001 / w * amplitude * std::sin(phase), 0.001 / w * 1e-3) << k;
        }
    }
}

// The slowest swing of a heavy chain of the length L: w = (j_0 / 2) sqrt(g / L), j_0 = 2.404826 the first
// zero of the Bessel function J_0. A strip that starts straight and tilted holds 95 % of that mode; the
// others are faster and hardly shift the zeros of a second. 41 rows: the error of the chain of beads is
// O(1/N).
TEST(ClothPhysics, AHeavyStripSwingsAtTheRateOfAChain) {
    auto simulation = test::simulationOf(sceneOf(hangingStrip(41, 1, 1e4, "velocity = [0.02, 0, 0]\n") +
                                                 "[cloth_solver]\nsubsteps = 40\niterations = 4\n"));
    // The mean over the strip, weighted by height below the top, projects onto the slowest mode.
    std::vector<double> zeros;
    double before = 0, time_before = 0;
    for (int frame = 1; frame <= 60 * 8; ++frame) {
        const double t = frame / 60.0;
        test::runTo(simulation, t);
        double mean = 0;
        for (const Vec3d& p : positions(simulation)) mean += p.x * (0.5 - p.z);
        if (frame > 1 && before * mean < 0)
            zeros.push_back(time_before + (t - time_before) * before / (before - mean));
        before = mean;
        time_before = t;
    }
    ASSERT_GT(zeros.size(), 4U);
    const double half_period = (zeros.back() - zeros.front()) / static_cast<double>(zeros.size() - 1);
    EXPECT_NEAR(std::numbers::pi / half_period, 0.5 * 2.404826 * std::sqrt(g), 0.02 * 1.2024 * std::sqrt(g));
}

// A chain of 1.2 m between points 1 m apart: a = 0.469542 m, sag 0.292344 m, horizontal tension lambda g a.
// A strip 0.1 m wide is such a chain. Walls that hold its ends move together in the first second.
TEST(ClothPhysics, AStripBetweenTwoWallsIsACatenary) {
    const auto wall = [](const char* name, double x, double v) {
        return fmt::format(
            "[[wall]]\nname = \"{0}\"\nmaterial = \"wood\"\nshape = \"box-outside\"\n"
            "min = [{1}, -0.01, 0]\nmax = [{2}, 0.01, 0.02]\n[[motion]]\nwall = \"{0}\"\n"
            "kind = \"translate\"\nvelocity = [{3}, 0, 0]\nstop = 1\n",
            name, x, x + 0.01, v);
    };
    auto simulation = test::simulationOf(
        sceneOf(wall("left", -0.8, 0.1) + wall("right", 0.79, -0.1) +
                "[[cloth]]\nname = \"strip\"\nwidth = 1.2\nheight = 0.1\npoints_x = 49\npoints_y = "
                "3\nstretch = 2000\n"
                "bend = 0\nquadratic_drag = 1e-4\n" +
                no_contact +
                "[[cloth_attachment]]\ncloth = \"strip\"\nwhere = \"left\"\nwall = \"left\"\n"
                "[[cloth_attachment]]\ncloth = \"strip\"\nwhere = \"right\"\nwall = \"right\"\n"
                "[cloth_solver]\nsubsteps = 30\niterations = 4\n"));
    test::runTo(simulation, 12);
    const auto at = positions(simulation);
    const double a = 0.469542;
    EXPECT_NEAR(at[48 + 49].x - at[49].x, 1, 1e-9);
    // The shape z = a (cosh(x / a) - cosh(1 / 2a)) along the middle row: within 1 % of the sag, for the
    // strain.
    for (std::size_t i = 49; i < 98; ++i)
        EXPECT_NEAR(at[i].z, a * (std::cosh(at[i].x / a) - std::cosh(0.5 / a)), 0.003) << i;
    // The walls are pulled together by lambda g a, and carry half of the weight each.
    const state::Table& loads = simulation.world().table(loads_table);
    const double time = loads.read(fields::load_time)[0], weight = 0.15 * 0.1 * 1.2 * g;
    EXPECT_NEAR(loads.read(fields::impulse)[0].x / time, 0.15 * 0.1 * g * a, 0.03 * 0.15 * 0.1 * g * a);
    for (const std::size_t w : {0U, 1U})
        EXPECT_NEAR(loads.read(fields::impulse)[w].z / time, -0.5 * weight, 0.01 * weight);
}

// A sheet that falls flat: C rho A v^2 / 2 = m g. Its approach to that speed is tanh(g t / v), and 1 s is
// three times v / g.
TEST(ClothPhysics, AFlatSheetFallsAtTheSpeedAtWhichTheAirCarriesIt) {
    auto simulation = test::simulationOf(
        sceneOf("[[cloth]]\nname = \"sheet\"\npoints_x = 5\npoints_y = 5\nair_drag = 1.2\n" + no_contact));
    test::runTo(simulation, 2);
    const double v = std::sqrt(2 * 0.15 * g / (1.204 * 1.2));
    EXPECT_NEAR(simulation.world().table(points_table).read(fields::velocity)[12].z,
                -v * std::tanh(g * 2 / v), 1e-3 * v);
}

/// A small sheet on a slope of 20 degrees, at rest at the start; returns how far it slides in half a second.
double slideWith(double friction) {
    const double angle = 20 * std::numbers::pi / 180;
    auto simulation = test::simulationOf(sceneOf(
        fmt::format("[[wall]]\nname = \"slope\"\nmaterial = \"wood\"\nnormal = [{}, 0, {}]\n"
                    "[[cloth]]\nname = \"sheet\"\nwidth = 0.1\nheight = 0.1\npoints_x = 5\npoints_y = "
                    "5\nthickness = 0.002\n"
                    "rotation = [0, {}, 0]\nposition = [{}, 0, {}]\nfriction = {}\nself_contact = false\n",
                    std::sin(angle), std::cos(angle), angle, 0.001 * std::sin(angle), 0.001 * std::cos(angle),
                    friction)));
    const Vec3d start = positions(simulation)[12];
    test::runTo(simulation, 0.5);
    return length(positions(simulation)[12] - start);
}

// Coulomb's friction: it sticks where tan(20 degrees) = 0.364 <= mu, else it slides with g (sin - mu cos).
TEST(ClothPhysics, ASheetOnASlopeSticksOrSlidesByCoulombsLaw) {
    EXPECT_LT(slideWith(0.4), 1e-6);
    const double angle = 20 * std::numbers::pi / 180;
    for (const double mu : {0.0, 0.2}) {
        const double way = 0.5 * g * (std::sin(angle) - mu * std::cos(angle)) * 0.25;
        // Implicit Euler is ahead by half a small step.
        EXPECT_NEAR(slideWith(mu), way, 0.01 * way) << mu;
    }
}

// A sheet that hangs by two corners, folds and swings: implicit Euler and contact without bounce only take
// energy away. The smallest loss of a frame is zero, but for round-off.
TEST(ClothPhysics, EnergyNeverGrows) {
    auto simulation = test::simulationOf(
        sceneOf("[[cloth]]\nname = \"sheet\"\npoints_x = 15\npoints_y = 15\nposition = [0, 0, 1]\n"
                "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top-corners\"\n"
                "[cloth_solver]\niterations = 8\n"));
    const auto energy = [&] {
        const Measures now = measure(exec::Exec::serial(), simulation.world());
        double potential = 0;
        const auto at = positions(simulation);
        const auto mass = masses(simulation);
        for (std::size_t p = 0; p < at.size(); ++p) potential += mass[p] * g * at[p].z;
        return now.kinetic + now.elastic + potential;
    };
    double before = energy();
    const double first = before;
    for (int frame = 1; frame <= 180; ++frame) {
        test::runTo(simulation, frame / 60.0);
        const double now = energy();
        EXPECT_LE(now, before + 1e-4 * first) << frame;
        before = now;
    }
}

// The weight of a hanging sheet is on the wall that holds it, by firm points and by springs alike, and its
// torque about the wall's middle that of the weight at the middle of the sheet.
TEST(ClothPhysics, WhatHoldsASheetCarriesItsWeight) {
    for (const char* how : {"", "stiffness = 50\ndamping = 0.5\n"}) {
        auto simulation = test::simulationOf(sceneOf(
            "[[wall]]\nname = \"rod\"\nmaterial = \"wood\"\nshape = \"box-outside\"\nmin = [-0.2, -0.01, "
            "0.51]\n"
            "max = [0.2, 0.01, 0.53]\n[[cloth]]\nname = \"sheet\"\nwidth = 0.4\nheight = 0.5\npoints_x = 9\n"
            "points_y = 11\nposition = [0.1, 0, 0.25]\nrotation = [1.5707963267948966, 0, 0]\n"
            "quadratic_drag = 1e-3\n" +
            no_contact + "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top\"\nwall = \"rod\"\n" + how));
        test::runTo(simulation, 10);
        const state::Table& loads = simulation.world().table(loads_table);
        const double time = loads.read(fields::load_time)[0], weight = 0.15 * 0.2 * g;
        EXPECT_NEAR(loads.read(fields::impulse)[0].z / time, -weight, 0.01 * weight) << how;
        EXPECT_NEAR(loads.read(fields::angular_impulse)[0].y / time, 0.1 * weight, 0.002 * weight) << how;
    }
}

// A sheet that is pulled by 10 % shows the share of its stiffness that the check tells, which was fitted with
// other numbers of small steps and passes; with many small steps all of it: K times strain times height, with
// the narrowing of the middle (its diagonals carry more): 30 %.
TEST(ClothStretch, ASteadyPullShowsTheShareThatTheCheckTells) {
    const auto pull = [](int substeps, int iterations) {
        const std::string text = sceneOf(fmt::format(R"(
[[wall]]
name = "left"
material = "wood"
shape = "sphere-outside"
centre = [-0.54, 0, 0.5]
radius = 0.02
[[wall]]
name = "right"
material = "wood"
shape = "sphere-outside"
centre = [0.54, 0, 0.5]
radius = 0.02
[[motion]]
wall = "right"
kind = "keyframes"
times = [0, 0.5]
positions = [[0, 0, 0], [0.05, 0, 0]]
[[cloth]]
name = "sheet"
width = 0.5
height = 0.3
points_x = 21
points_y = 13
position = [0, 0, 0.5]
density = 0.2
stretch = 1200
damping = 0.02
contact = false
[[cloth_attachment]]
cloth = "sheet"
where = "left"
wall = "left"
[[cloth_attachment]]
cloth = "sheet"
where = "right"
wall = "right"
[cloth_solver]
substeps = {}
iterations = {}
)",
                                                     substeps, iterations),
                                         "[0, 0, 0]");
        const scene::Scene scene = test::sceneOf(text);
        const ShownStretch shown =
            shownStretch(buildSheets(in(scene), scene.environment), 0, in(scene).solver);
        auto simulation = test::simulationOf(text);
        test::runTo(simulation, 2);
        const state::Table& loads = simulation.world().table(loads_table);
        return std::pair{-loads.read(fields::impulse)[1].x / loads.read(fields::load_time)[1], shown.share};
    };
    const auto [whole, all] = pull(300, 1);
    EXPECT_GT(all, 0.95);
    EXPECT_NEAR(whole, 1200 * 0.1 * 0.3, 0.3 * 36);
    for (const auto& [substeps, iterations] : {std::pair{15, 1}, std::pair{30, 1}, std::pair{15, 8}}) {
        const auto [force, share] = pull(substeps, iterations);
        EXPECT_NEAR(force / whole, share, 0.25 * share) << substeps << ' ' << iterations;
    }
}

// A sheet held by a roller nearer to it than its thickness: what is held cannot get away, and its neighbours
// are not thrown off.
TEST(ClothContact, HeldCornersTooNearToAWallThrowNothingOff) {
    auto simulation = test::simulationOf(sceneOf(R"(
[[wall]]
name = "roller"
material = "wood"
shape = "cylinder-outside"
from = [0, -0.3, 0.5]
to = [0, 0.3, 0.5]
radius = 0.06
[[motion]]
wall = "roller"
kind = "rotate"
axis = [0, 1, 0]
point = [0, 0, 0.5]
rate = 4
[[cloth]]
name = "sheet"
width = 0.9
height = 0.4
points_x = 10
points_y = 5
position = [0.45, 0, 0.562]
density = 0.2
[[cloth_attachment]]
cloth = "sheet"
where = "left"
wall = "roller"
)"));
    test::runTo(simulation, 0.3);
    // The sheet's free end has fallen for 0.3 s.
    for (const Vec3d& v : simulation.world().table(points_table).read(fields::velocity))
        EXPECT_LT(length(v), 5);
}

}  // namespace
}  // namespace talus::cloth
