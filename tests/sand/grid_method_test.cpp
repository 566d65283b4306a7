// The solvers on a grid as solvers of [sand]: loads, the same bits, resume, and what is refused.
#include "talus/sand/grid/fields.h"
#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

const char* const walls = R"(
[[material]]
name = "board"
friction = 0.5
[[material]]
name = "smooth"
friction = 0
[[wall]]
name = "floor"
material = "board"
shape = "plane"
normal = [0, 0, 1]
[[wall]]
name = "back"
material = "smooth"
shape = "plane"
normal = [1, 0, 0]
[[wall]]
name = "left"
material = "smooth"
shape = "plane"
normal = [0, 1, 0]
[[wall]]
name = "right"
material = "smooth"
shape = "plane"
point = [0, 0.08, 0]
normal = [0, -1, 0]
)";

std::string column(const std::string& solver) {
    return continuumHead(0.02, "") + "solver = \"" + solver + "\"\n" +
           sandBox("column", {0, 0, 0}, {0.12, 0.08, 0.16}) + walls;
}

class GridMethod : public testing::TestWithParam<std::string> {};

TEST_P(GridMethod, AColumnCollapsesAndTheFloorCarriesIt) {
    scene::Simulation simulation = simulationOf(column(GetParam()));
    const SandSums before = sandSumsOf(simulation);
    runTo(simulation, 0.5);
    const SandSums after = sandSumsOf(simulation);
    EXPECT_EQ(after.count, before.count);
    EXPECT_GT(after.centre.x, before.centre.x + 0.01);
    EXPECT_LT(after.centre.z, before.centre.z - 0.01);
    EXPECT_NEAR(after.centre.y, before.centre.y, 0.004);
    // All impulses of the walls and of gravity together are the momentum.
    const state::Table& loads = std::as_const(simulation.world()).table(sand::load_table);
    Vec3d from_walls;
    for (const Vec3d& impulse : loads.read(sand::fields::impulse)) from_walls -= impulse;
    const double mass = 0.02 * 0.02 * 0.02 / 8 * after.count * 1590;  // 0.6 of 2650 kg/m^3
    const double weight = mass * 9.81 * simulation.world().time;
    const Vec3d momentum = after.momentum * (mass / after.count);
    EXPECT_LT(length(from_walls + Vec3d{0, 0, -weight} - momentum), 2e-3 * weight);
}

// V1 of the reference: a block that moves and falls in free space keeps its momentum but for gravity,
// whatever the random positions of its particles leave empty at its surface. Velocities change before
// positions: its centre is half a step of gravity ahead of the parabola. Tolerance: velocities are in single
// precision.
TEST_P(GridMethod, ABlockInFreeFlightKeepsItsMomentum) {
    const Vec3d thrown{2, 0.5, 1};
    scene::Simulation simulation =
        simulationOf(continuumHead(0.02, "") + "solver = \"" + GetParam() + "\"\n" +
                     sandBox("block", {0.003, 0, 0}, {0.083, 0.06, 0.08}, thrown));
    const SandSums before = sandSumsOf(simulation);
    runTo(simulation, 0.1);
    const SandSums after = sandSumsOf(simulation);
    const double time = simulation.world().time;
    const Vec3d velocity = after.momentum / after.count, expected = thrown + Vec3d{0, 0, -9.81 * time};
    EXPECT_LT(length(velocity - expected), 1e-5);
    const Vec3d moved = after.centre - before.centre, parabola = (thrown + expected) * (0.5 * time);
    EXPECT_LT(length(moved - parabola), 0.5 * 9.81 * time * simulation.clock().dt() + 1e-6);
}

void expectTheSameBits(const std::string& scene) {
    const double end = 0.1;
    scene::Simulation straight = simulationOf(scene), threads = simulationOf(scene, 4);
    runTo(straight, end / 2);
    const state::Snapshot half = state::takeSnapshot(straight.world());
    runTo(straight, end);
    runTo(threads, end);
    EXPECT_EQ(state::stateHash(threads.world()), state::stateHash(straight.world()));
    scene::Simulation resumed = simulationOf(scene, 2);
    ASSERT_TRUE(resumed.restore(half).ok());
    runTo(resumed, end);
    EXPECT_EQ(state::stateHash(resumed.world()), state::stateHash(straight.world()));
}

TEST_P(GridMethod, HasTheSameBitsForAnyNumberOfThreadsAndAfterAResume) {
    expectTheSameBits(column(GetParam()));
}

/// A block that slides on a slope without ends. @param length of a period
std::string periodicSlope(const std::string& solver, double length) {
    return continuumHead(0.02, fmt::format("periodic = [\"x\", \"y\"]\ndomain_max = [{}, 0.1, 1]\n"
                                           "gravity = [5, 0, -8]",
                                           length)) +
           "solver = \"" + solver + "\"\n" +
           sandBox("block", {0.02, 0.01, 0}, {0.14, 0.1, 0.08}, {1, 0.5, 0}) +
           "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n";
}

TEST_P(GridMethod, HasTheSameBitsWithPeriodicSides) { expectTheSameBits(periodicSlope(GetParam(), 0.22)); }

INSTANTIATE_TEST_SUITE_P(Solvers, GridMethod, testing::Values("narain", "zhu-bridson"),
                         [](const auto& solver) {
                             return solver.param == "narain" ? "Narain" : "ZhuBridson";
                         });

void expectRefused(const std::string& text, const char* because) {
    const scene::ReadResult read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    EXPECT_FALSE(read.scene);
    const std::string said = read.diagnostics.format("scene.toml", text);
    EXPECT_NE(said.find(because), std::string::npos) << said;
}

TEST(GridMethodCheck, RefusesAPeriodOfPartsOfACell) {
    expectRefused(periodicSlope("narain", 0.21), "0.21 m long along x, which is not a multiple of a cell");
}

}  // namespace
}  // namespace talus::test
