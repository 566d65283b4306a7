// Sand on a grid against exact answers: free flight, impact, rest, friction on a plane, weight.
#include "talus/sand/grid/prepare.h"
#include "tests/sand/grid_sandbox.h"

namespace talus::sand::grid {
namespace {

void addBall(Blob& blob, double radius, double rate) {
    const Vec3d most{radius, radius, radius};
    blob.add(
        -most, most, [&](const Vec3d& x) { return length(x) < radius; },
        [&](const Vec3d& x) { return x * rate; });
    const float slope = static_cast<float>(rate);
    for (std::size_t i = 0; i < blob.dx.size(); ++i) {
        blob.dx[i] = {slope, 0, 0};
        blob.dy[i] = {0, slope, 0};
        blob.dz[i] = {0, 0, slope};
    }
}

TEST(GridNarain, FallsFreely) {
    Sandbox s;
    s.blob.addBox({0.03, 0, 0}, {0.43, 0.3, 0.5}, {1, 0.5, 2});
    const Vec3d start = s.blob.centre();
    const std::vector<Vec3d> before = s.blob.position;
    for (int i = 0; i < 20; ++i) {
        s.advance();
        // Round-off of the particles' velocities; a rest of the height would have 4900 Pa.
        for (const double p : s.stresses.pressure) ASSERT_LT(p, 0.05);
    }
    const double t = 20 * s.dt;
    // Velocities change before positions: half a step of gravity more than the parabola.
    const Vec3d expected = start + Vec3d{1, 0.5, 2} * t + gravity * (0.5 * t * (t + s.dt));
    EXPECT_LT(length(s.blob.centre() - expected), 1e-6);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_LT(length(s.blob.position[i] - before[i] - (expected - start)), 1e-5);
}

TEST(GridNarain, AnExpandingBallKeepsItsEnergyAndAnEqualityTakesIt) {
    Sandbox s;
    s.pull = {};
    s.dt = 1e-3;
    addBall(s.blob, 0.8, 0.5);
    const double before = s.blob.kinetic();
    s.advance();
    EXPECT_NEAR(s.blob.kinetic(), before, 1e-6 * before);
    const double free = kineticEnergyOf(s.exec, s.grid.lattice, s.grid.sand, s.grid.free);
    EXPECT_NEAR(kineticEnergyOf(s.exec, s.grid.lattice, s.grid.sand, s.grid.velocity), free, 1e-9 * free);

    for (const bool by_narain : {true, false}) {
        Sandbox control;
        control.pull = {};
        control.dt = 1e-3;
        control.settings.unilateral = false;
        addBall(control.blob, 0.8, 0.5);
        if (by_narain)
            control.advance();
        else
            control.advanceByZhuBridson();
        EXPECT_LT(control.blob.kinetic(), 0.02 * before) << by_narain;
    }
}

TEST(GridNarain, TwoBlocksThatMeetInAChannelStop) {
    Sandbox s;
    s.pull = {};
    s.dt = 0.02;
    s.solid = [](const Vec3d& x) { return SolidAt{std::min({x.y, 0.4 - x.y, x.z, 0.4 - x.z}), {}, 0}; };
    s.blob.addBox({-0.6, 0, 0}, {-0.1, 0.4, 0.4}, {1, 0, 0});
    s.blob.addBox({0.1, 0, 0}, {0.6, 0.4, 0.4}, {-1, 0, 0});
    const double before = s.blob.kinetic(),
                 mass = s.blob.mass() * static_cast<double>(s.blob.position.size());
    s.advance();
    EXPECT_NEAR(s.blob.kinetic(), before, 1e-6 * before);  // they do not know of each other yet
    for (int i = 0; i < 40; ++i) {
        s.advance();
        EXPECT_LT(std::abs(s.blob.momentum().x), 1e-6 * mass);
    }
    EXPECT_LT(s.blob.kinetic(), 1e-4 * before);
}

TEST(GridNarain, BlocksThatRecedeDoNotHoldEachOther) {
    Sandbox s;
    s.pull = {};
    s.blob.addBox({-0.4, 0, 0}, {0, 0.4, 0.4}, {-1, 0, 0});
    s.blob.addBox({0, 0, 0}, {0.4, 0.4, 0.4}, {1, 0, 0});
    s.advance();
    const double free = kineticEnergyOf(s.exec, s.grid.lattice, s.grid.sand, s.grid.free);
    EXPECT_NEAR(kineticEnergyOf(s.exec, s.grid.lattice, s.grid.sand, s.grid.velocity), free, 1e-9 * free);
}

TEST(GridNarain, ATankAtRestStaysAtRestAndItsWallsCarryItsWeight) {
    Sandbox s;
    s.solid = tank(0.8, 0.6, 0.6);
    s.blob.addBox({0, 0, 0}, {0.8, 0.6, 1.2});
    const double weight = s.blob.mass() * static_cast<double>(s.blob.position.size()) * 9.81;
    Vec3d centre;
    for (int i = 0; i < 60; ++i) {
        if (i == 20) centre = s.blob.centre();
        const NarainReport report = s.advance();
        Vec3d sum;
        for (const Reaction& reaction : s.grid.reactions) sum += reaction.impulse;
        EXPECT_LT(length(sum - report.on_walls), 1e-9 * weight * s.dt);
        if (i >= 20) {
            EXPECT_NEAR(report.on_walls.z, -weight * s.dt, 1e-3 * weight * s.dt);
        }
    }
    EXPECT_LT(length(s.blob.centre() - centre), 1e-4 * s.blob.spacing);
    EXPECT_LT(s.blob.kinetic(), 1e-9 * weight * 0.6);
}

TEST(GridNarain, PressureWithoutFrictionIsHydrostatic) {
    Sandbox s;
    s.matter.friction = 0;
    s.solid = tank(0.8, 0.6, 0);
    s.blob.addBox({0, 0, 0}, {0.8, 0.6, 1.2});
    s.settings.pressure.tolerance = 1e-10;
    s.advance();
    // Each face is carried by the difference of the pressures below and above it.
    const Lattice& l = s.grid.lattice;
    std::size_t faces = 0;
    double deepest = 0;
    forCells(s.exec, l, [&](std::size_t c, int, int, int) {
        const double p = s.stresses.pressure[c], above = s.stresses.pressure[c + l.stride(2)];
        deepest = std::max(deepest, p);
        if (!(above > 0) || !(p > 0)) return;
        EXPECT_NEAR((p - above) * l.area(), s.grid.sand.mass[2][c + l.stride(2)] * 9.81, 1e-5);
        ++faces;
    });
    EXPECT_GE(faces, 8u * 6u * 9u);
    EXPECT_NEAR(deepest, 1000 * 9.81 * (1.2 - 0.05), 0.06 * 1000 * 9.81 * 1.2);
}

/// The velocity that a cube of `cells` cells has after a step in a tank of sand without friction.
double cubeIn(double density, int cells) {
    Sandbox s;
    s.matter.friction = 0;
    const double h = s.blob.spacing, half = 0.5 * cells * h;
    const Vec3d centre{0.6, 0.6, 0.6};
    const double mass = density * std::pow(2 * half, 3), inertia = mass * 4 * half * half / 6;
    const auto outside = [=](const Vec3d& x) {
        const Vec3d d = x - centre;
        return std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) - half;
    };
    const SolidField walls = tank(1.2, 1.2, 0);
    s.solid = [=](const Vec3d& x) {
        const SolidAt wall = walls(x);
        const double cube = outside(x);
        return cube < wall.distance ? SolidAt{cube, gravity * 0.01, 0, 0} : wall;
    };
    s.bodies = {{centre,
                 1 / mass,
                 {{1 / inertia, 0, 0}, {0, 1 / inertia, 0}, {0, 0, 1 / inertia}},
                 {0, 0, gravity.z * s.dt}}};
    s.blob.add(
        {0, 0, 0}, {1.2, 1.2, 1.2}, [&](const Vec3d& x) { return outside(x) > 0; },
        [](const Vec3d&) { return Vec3d{}; });
    s.advance();
    Vec3d impulse;
    for (const Reaction& reaction : s.grid.reactions)
        if (outside(reaction.position) < 0.1 * h) impulse += reaction.impulse;
    EXPECT_LT(std::abs(impulse.x) + std::abs(impulse.y), 1e-3 * mass * 9.81 * s.dt);
    return gravity.z * s.dt + impulse.z / mass;
}

TEST(GridNarain, ABodyAsDenseAsTheSandFloats) {
    const double fall = 9.81 * 0.01;
    EXPECT_NEAR(cubeIn(1000, 4), 0, 0.05 * fall);
    EXPECT_LT(cubeIn(8000, 4), -0.4 * fall);
    EXPECT_GT(cubeIn(100, 4), 0.4 * fall);
    EXPECT_LT(cubeIn(100, 4), 4 * fall);  // not nine times: the sand beside it must move too
}

TEST(GridNarain, AThinWallHoldsSandBackAndASlitLetsItThrough) {
    double beyond[2];
    for (const bool slit : {false, true}) {
        Sandbox s;
        s.matter.friction = 0.3;
        s.solid = tank(2, 0.4, 0.3);
        s.thin = [=](const Vec3d& a, const Vec3d& b) {
            const bool crossed = (a.x - 0.8) * (b.x - 0.8) < 0 && (!slit || a.z > 0.2);
            return ThinBetween{crossed, {}, 0.3};
        };
        s.blob.addBox({0, 0, 0}, {0.8, 0.4, 0.8});
        for (int i = 0; i < 40; ++i) s.advance();
        double past = 0;
        for (const Vec3d& x : s.blob.position) past += x.x > 0.82;
        beyond[slit] = past / static_cast<double>(s.blob.position.size());
    }
    EXPECT_LT(beyond[false], 1e-3);
    EXPECT_GT(beyond[true], 0.02);
}

TEST(GridNarain, HasTheSameBitsForAnyNumberOfThreads) {
    std::vector<Vec3d> positions[2];
    for (int k = 0; k < 2; ++k) {
        Sandbox s;
        if (k == 1) s.exec = exec::Exec::cpu(4);
        s.solid = tank(2, 1, 0.5);
        s.blob.addBox({0, 0, 0}, {1, 1, 1.2});
        for (int i = 0; i < 4; ++i) s.advance();
        positions[k] = s.blob.position;
    }
    EXPECT_TRUE(positions[0] == positions[1]);
}

TEST(GridZhuBridson, FrictionNeverAddsEnergyAndOneCoefficientDecides) {
    Sandbox s;
    s.solid = tank(3, 0.4, 0.6);
    s.blob.addBox({0, 0, 0}, {1, 0.4, 1});
    double rigid = 0;
    for (int i = 0; i < 20; ++i) {
        const ZhuBridsonReport report = s.advanceByZhuBridson();
        EXPECT_GE(report.least_dissipation, 0);
        rigid = report.rigid;
        Vec3d sum;
        for (const Reaction& reaction : s.grid.reactions) sum += reaction.impulse;
        EXPECT_LT(length(sum - report.on_walls), 1e-6 * 1000 * 9.81 * s.dt);
    }
    EXPECT_GT(rigid, 0.2);
    EXPECT_LT(rigid, 1);
}

// A block that holds together is one cluster, slowed by mu times what presses on the floor, whatever its
// strength; that is its weight but for the steps in which it settles. To 1 % and 10 %. A cluster that takes
// the motion of the wall stops at once.
TEST(GridZhuBridson, FrictionOfTheFloorOnAClusterIsCoulombs) {
    Sandbox s;
    s.matter.cohesion = 1e5;
    s.solid = [](const Vec3d& x) { return SolidAt{x.z, {}, 0.3}; };
    s.blob.addBox({0, 0, 0}, {0.8, 0.6, 0.4}, {1, 0, 0});
    const double mass = s.blob.mass() * static_cast<double>(s.blob.position.size()), time = 0.2;
    Vec3d on_floor;
    for (double t = 0; t < time; t += s.dt) {
        s.advanceByZhuBridson();
        for (const Reaction& reaction : s.grid.reactions) on_floor += reaction.impulse;
    }
    EXPECT_NEAR(on_floor.x, 0.3 * -on_floor.z, 0.01 * on_floor.x);
    EXPECT_NEAR(1 - s.blob.momentum().x / mass, 0.3 * 9.81 * time, 0.1 * 0.3 * 9.81 * time);
}

TEST(GridZhuBridson, SandOfGreatFrictionStandsAndFrictionlessSandFlows) {
    double fell[2];
    for (int k = 0; k < 2; ++k) {
        Sandbox s;
        s.matter.friction = k == 0 ? 5 : 0;
        s.solid = tank(3, 0.4, k == 0 ? 5 : 0);
        s.blob.addBox({0, 0, 0}, {1, 0.4, 0.6});
        const double start = s.blob.centre().z;
        for (int i = 0; i < 30; ++i) s.advanceByZhuBridson();
        fell[k] = start - s.blob.centre().z;
    }
    EXPECT_LT(fell[0], 0.01);
    EXPECT_GT(fell[1], 0.05);
}

}  // namespace
}  // namespace talus::sand::grid
