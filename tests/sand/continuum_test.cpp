// Continuum sand by the material point method against closed forms.
#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

const char* const weightless = "gravity = [0, 0, 0]";
const char* const transfers[] = {"transfer = \"apic\"\n", "transfer = \"aflip\"\n"};

TEST(ContinuumSand, FallsFreelyAsOnePiece) {
    scene::Simulation simulation = simulationOf(continuumHead(0.01, "") + "stiffness = 2e5\ndt = 1e-4\n" +
                                                sandBox("block", {0, 0, 1}, {0.04, 0.04, 1.04}));
    const SandSums before = sandSumsOf(simulation);
    runTo(simulation, 0.1);
    const double t = simulation.world().time, dt = t / static_cast<double>(simulation.world().step);
    const SandSums after = sandSumsOf(simulation);
    // Symplectic Euler is ahead by g t dt / 2. The rest is single precision of velocities of 1 m/s.
    EXPECT_NEAR(after.centre.z - before.centre.z, -0.5 * 9.81 * t * (t + dt), 1e-6);
    EXPECT_NEAR(after.momentum.z / after.count, -9.81 * t, 3e-5);
    const state::Table& rows = std::as_const(simulation.world()).table(sand::sand_table);
    for (const Vec3f& e : rows.read(sand::fields::strain)) EXPECT_LT(length(e), 1e-4f) << "no stress";
}

// A step of the scene is eight steps of sand at rest, cfl cell / c. At a speed v they are shorter by 1 + v /
// c: with compression = 0.02 c is 5 times the expected speed, so that 8, 8.8 and 9.6 of them are 8, 9 and 10.
TEST(ContinuumSand, MovingSandTakesOneOrTwoStepsMore) {
    const auto stepsAt = [](double v) {
        scene::Simulation simulation =
            simulationOf(continuumHead(0.01, weightless) + "speed = 1\ncompression = 0.02\n" +
                         sandBox("block", {0, 0, 0}, {0.04, 0.04, 0.04}, {v, 0, 0}));
        EXPECT_TRUE(simulation.advance().ok());
        return std::as_const(simulation.world()).table(sand::ledger_table).read(sand::fields::steps)[0];
    };
    EXPECT_EQ(stepsAt(0), 8);
    EXPECT_EQ(stepsAt(0.5), 9);
    EXPECT_EQ(stepsAt(1), 10);
}

// Unilateral pressure: sand that flies apart keeps its energy. An equality of volumes would take all of it.
TEST(ContinuumSand, AnExpandingBallKeepsItsEnergy) {
    scene::Simulation simulation = simulationOf(continuumHead(0.01, weightless) +
                                                "speed = 1\n[[sand_block]]\nname = \"ball\"\nshape = "
                                                "\"sphere\"\ncentre = [0, 0, 0]\nradius = 0.05\n");
    state::Table& rows = simulation.world().table(sand::sand_table);
    const auto position = rows.read(sand::fields::position);
    constexpr float rate = 2;  // [1/s]
    for (std::size_t n = 0; n < rows.size(); ++n) {
        rows.write(sand::fields::velocity)[n] = narrow(position[n] * double{rate});
        rows.write(sand::fields::velocity_dx)[n] = {rate, 0, 0};
        rows.write(sand::fields::velocity_dy)[n] = {0, rate, 0};
        rows.write(sand::fields::velocity_dz)[n] = {0, 0, rate};
    }
    const double before = sandSumsOf(simulation).kinetic;
    runTo(simulation, 0.1);
    // The derivatives of the velocity are those before the step's motion, so at the surface the nodes beyond
    // the last particles are too fast: by rate t cell / radius, 4%, of some of the sand.
    EXPECT_NEAR(sandSumsOf(simulation).kinetic / before, 1, 0.02);
}

TEST(ContinuumSand, ACollisionKeepsMomentumAndIsInelastic) {
    for (const char* transfer : transfers) {
        scene::Simulation simulation =
            simulationOf(continuumHead(0.01, weightless) + transfer +
                         sandBox("left", {-0.06, 0, 0}, {-0.02, 0.04, 0.04}, {1, 0, 0}) +
                         sandBox("right", {0.02, 0.01, 0}, {0.06, 0.05, 0.04}, {-1, 0, 0}));
        const SandSums before = sandSumsOf(simulation);
        runTo(simulation, 0.1);
        const SandSums after = sandSumsOf(simulation);
        EXPECT_LT(length(after.momentum - before.momentum) / after.count, 1e-6) << transfer;
        EXPECT_LT(after.kinetic, 0.5 * before.kinetic) << transfer;
    }
}

// A layer in a domain without sides.
std::string layer(const std::string& gravity, const std::string& keys, const Vec3d& velocity = {}) {
    return continuumHead(
               0.01,
               gravity +
                   "\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, -1]\ndomain_max = [0.04, 0.04, 1]") +
           keys + "\n" + sandBox("layer", {0, 0, 0}, {0.04, 0.04, 0.06}, velocity) +
           "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n";
}

TEST(ContinuumSand, ALayerStopsByFrictionOfTheFloor) {
    constexpr double mu = 0.2, v0 = 0.3, stop = v0 / (mu * 9.81);
    scene::Simulation simulation =
        simulationOf(layer("gravity = [0, 0, -9.81]", "wall_friction = 0.2\nspeed = 1.2", {v0, 0, 0}));
    // Positions are wrapped, so the way is the integral of the mean velocity. The layer goes on swinging a
    // little by its elasticity.
    double way = 0, before = v0;
    while (simulation.world().time < 1.5 * stop) {
        const double start = simulation.world().time;
        ASSERT_TRUE(simulation.advance().ok());
        const SandSums now = sandSumsOf(simulation);
        const double v = now.momentum.x / now.count;
        way += 0.5 * (before + v) * (simulation.world().time - start);
        before = v;
    }
    EXPECT_NEAR(way, 0.5 * v0 * stop, 0.05 * v0 * stop);
    EXPECT_LT(std::abs(before), 0.05 * v0);
}

TEST(ContinuumSand, TheFloorCarriesTheWeight) {
    scene::Simulation simulation = simulationOf(layer("gravity = [0, 0, -9.81]", "speed = 1.2"));
    runTo(simulation, 0.2);
    const double mass = 0.6 * 2650 * 0.005 * 0.005 * 0.005;
    const SandSums after = sandSumsOf(simulation);
    const Vec3d load =
        std::as_const(simulation.world()).table(sand::load_table).read(sand::fields::impulse)[0];
    const double weight = mass * after.count * 9.81 * simulation.world().time;
    EXPECT_NEAR(load.z, -weight - mass * after.momentum.z, 1e-5 * weight);
    EXPECT_NEAR(after.centre.z, 0.03, 0.01 * 0.03) << "no volume is lost";
}

// A block flies onto the rim of a thin plate and on to the floor and a wall: what the walls take is what
// gravity gives and the sand loses, also where walls stop particles that keep residuals. 1e-5: rounding of a
// thousand particles in single precision. It was 3 % of it when walls took nothing of the residuals that they
// stop.
TEST(ContinuumSand, WallsTakeTheMomentumOfAnImpact) {
    for (const char* transfer : transfers) {
        const Vec3d start{0.5, 0.1, -1};
        scene::Simulation simulation = simulationOf(
            continuumHead(0.01, "gravity = [0, 0, -9.81]") + transfer +
            sandBox("block", {-0.04, 0, 0.08}, {0.01, 0.05, 0.13}, start) +
            "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n"
            "[[wall]]\nname = \"side\"\nmaterial = \"sand\"\nnormal = [-1, 0, 0]\npoint = [0.06, 0, "
            "0]\n"
            "[[wall]]\nname = \"plate\"\nmaterial = \"sand\"\nshape = \"rectangle\"\ncorner = [-0.1, "
            "-0.1, 0.05]\nedge_u = [0.1, 0, 0]\nedge_v = [0, 0.3, 0]\n");
        runTo(simulation, 0.3);
        const double mass = 0.6 * 2650 * 0.005 * 0.005 * 0.005;
        const SandSums after = sandSumsOf(simulation);
        Vec3d taken;
        for (const Vec3d& impulse :
             std::as_const(simulation.world()).table(sand::load_table).read(sand::fields::impulse))
            taken += impulse;
        const Vec3d given = (start + Vec3d{0, 0, -9.81} * simulation.world().time) * (mass * after.count);
        EXPECT_LT(length(given - after.momentum * mass - taken), 1e-5 * length(given)) << transfer;
        EXPECT_LT(length(after.momentum) / after.count, 0.3) << transfer << ": the walls stopped it";
    }
}

// The layer flows down steeper slopes than its friction angle, and then with g (sin - mu cos).
TEST(ContinuumSand, ALayerOnASlopeFlowsAboveItsFrictionAngle) {
    const auto velocityAfter = [](double slope, double time) {
        const double angle = slope * std::numbers::pi / 180;
        scene::Simulation simulation = simulationOf(
            layer(fmt::format("gravity = [{}, 0, {}]", 9.81 * std::sin(angle), -9.81 * std::cos(angle)),
                  "friction_angle = \"30 deg\"\nwall_friction = 0.57735\nspeed = 1.2"));
        runTo(simulation, time);
        const SandSums after = sandSumsOf(simulation);
        return after.momentum.x / after.count;
    };
    EXPECT_LT(std::abs(velocityAfter(27, 0.4)), 0.01);
    const double angle = 40 * std::numbers::pi / 180, mu = std::tan(std::numbers::pi / 6);
    const double steady = 9.81 * (std::sin(angle) - mu * std::cos(angle));
    const double gained = velocityAfter(40, 0.4) - velocityAfter(40, 0.2);
    EXPECT_NEAR(gained / 0.2, steady, 0.02 * steady);
}

TEST(ContinuumSand, TheTwoSidesOfAPlateDoNotMeet) {
    for (const char* transfer : transfers) {
        scene::Simulation simulation =
            simulationOf(continuumHead(0.01, weightless) + transfer +
                         sandBox("left", {-0.03, 0, 0}, {0, 0.03, 0.03}, {1, 0, 0}) +
                         sandBox("right", {0, 0, 0}, {0.03, 0.03, 0.03}) +
                         "[[wall]]\nname = \"plate\"\nmaterial = \"sand\"\nshape = \"rectangle\"\ncorner = "
                         "[0, -0.1, -0.1]\n"
                         "edge_u = [0, 0.3, 0]\nedge_v = [0, 0, 0.3]\n");
        const double before = sandSumsOf(simulation).momentum.x;
        runTo(simulation, 0.05);
        const state::Table& rows = std::as_const(simulation.world()).table(sand::sand_table);
        const auto position = rows.read(sand::fields::position);
        const auto velocity = rows.read(sand::fields::velocity);
        const auto id = rows.read(sand::fields::id);
        double left = 0;
        for (std::size_t n = 0; n < rows.size(); ++n)
            if (id[n] >= rows.size() / 2) {
                EXPECT_EQ(velocity[n], (Vec3f{0, 0, 0})) << "sand on the other side moves";
            } else {
                EXPECT_LT(position[n].x, 0) << "sand came through the plate";
                left += double{velocity[n].x};
            }
        EXPECT_LT(left, 0.2 * before) << "the plate did not stop it";
        // What the sand lost, the plate got.
        const double mass = 0.6 * 2650 * 0.005 * 0.005 * 0.005;
        const double load =
            std::as_const(simulation.world()).table(sand::load_table).read(sand::fields::impulse)[0].x;
        EXPECT_NEAR(load, mass * (before - left), 1e-4 * mass * before);
    }
}

// A funnel with a moving plate under it, a spout and a sink: all that adds, takes and hides.
std::string busy(const char* transfer) {
    return continuumHead(0.01, "") + transfer + "speed = 1.5\n" +
           sandBox("pile", {-0.05, -0.05, 0}, {0.05, 0.05, 0.05}) + R"(
[[sand_spout]]
name = "spout"
centre = [0, 0, 0.15]
radius = 0.03
speed = 0.8
[[wall]]
name = "funnel"
material = "sand"
shape = "cone"
from = [0, 0, 0.06]
to = [0, 0, 0.12]
radius = 0.02
end_radius = 0.06
[[wall]]
name = "floor"
material = "sand"
[[wall]]
name = "blade"
material = "sand"
shape = "rectangle"
corner = [-0.07, -0.1, 0]
edge_u = [0, 0.2, 0]
edge_v = [0, 0, 0.1]
[[motion]]
wall = "blade"
kind = "translate"
velocity = [0.5, 0, 0]
[[sink]]
name = "drain"
shape = "box"
min = [0.04, -0.1, -0.1]
max = [0.2, 0.1, 0.1]
)";
}

TEST(ContinuumSand, SameBitsForAnyNumberOfThreadsAndAfterACheckpoint) {
    for (const char* transfer : transfers) {
        constexpr double end = 0.04;
        scene::Simulation one = simulationOf(busy(transfer));
        runTo(one, 0.5 * end);
        const state::Snapshot half = state::takeSnapshot(one.world());
        runTo(one, end);
        const std::uint64_t straight = state::stateHash(one.world());
        const state::Table& ledger = std::as_const(one.world()).table(sand::ledger_table);
        EXPECT_GT(ledger.read(sand::fields::sunk)[0], 100u);
        EXPECT_EQ(ledger.read(sand::fields::made)[0] - ledger.read(sand::fields::sunk)[0],
                  std::as_const(one.world()).table(sand::sand_table).size());
        for (const int threads : {2, 5}) {
            scene::Simulation other = simulationOf(busy(transfer), threads);
            runTo(other, end);
            EXPECT_EQ(state::stateHash(other.world()), straight) << threads;
        }
        scene::Simulation resumed = simulationOf(busy(transfer), 2);
        ASSERT_TRUE(resumed.restore(half).ok());
        runTo(resumed, end);
        EXPECT_EQ(state::stateHash(resumed.world()), straight);
    }
}

}  // namespace
}  // namespace talus::test
