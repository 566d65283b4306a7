// Bodies and continuum sand: what one gives the other takes; bodies rest on sand and in it.
#include <fstream>
#include <limits>

#include "talus/solids/fields.h"
#include "tests/support/continuum_sand.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {
namespace {

constexpr double cell = 0.01, density = 1590;                  // 0.6 of 2650 kg/m^3
constexpr double particle = density * cell * cell * cell / 8;  // [kg]

class SandAndBody : public testing::TestWithParam<const char*> {
  protected:
    static std::string head(const std::string& world, const std::string& keys) {
        return continuumHead(cell, world) + "solver = \"" + GetParam() + "\"\n" + keys + "\n";
    }
    static std::string box(double size, const Vec3d& position, double rho, const Vec3d& velocity = {}) {
        return fmt::format(
            "[[body]]\nname = \"body\"\nmaterial = \"sand\"\nshape = \"box\"\nsize = [{0}, {0}, {0}]\n"
            "position = [{1}, {2}, {3}]\ndensity = {4}\nvelocity = [{5}, {6}, {7}]\n",
            size, position.x, position.y, position.z, rho, velocity.x, velocity.y, velocity.z);
    }
    template <class T>
    static T ofBody(const scene::Simulation& simulation, const state::Field<T>& field) {
        return std::as_const(simulation.world()).table(solids::bodies_table).read(field)[0];
    }
};

// V9, without gravity or walls: what the sand gains the body loses. The body takes the impulses of a step in
// its own next one, so that the sum is that of two steps. 1e-6: the single precision of the sand's
// velocities.
TEST_P(SandAndBody, KeepTheirMomentumTogether) {
    constexpr double size = 0.04, rho = 4000, speed = 1;
    scene::Simulation simulation = simulationOf(head("gravity = [0, 0, 0]", "speed = 1\ndt = 5e-4") +
                                                sandBox("block", {0, 0, 0}, {0.06, 0.06, 0.06}) +
                                                box(size, {-0.025, 0.035, 0.03}, rho, {speed, 0, 0}));
    const double mass = rho * size * size * size, before = mass * speed;
    Vec3d sand_before;
    while (simulation.world().time < 0.05) {
        ASSERT_TRUE(simulation.advance().ok());
        const Vec3d body = ofBody(simulation, solids::fields::velocity) * mass;
        ASSERT_LT(length(body + sand_before - Vec3d{before, 0, 0}), 1e-6 * before);
        sand_before = sandSumsOf(simulation).momentum * particle;
    }
    EXPECT_GT(sand_before.x, 0.1 * before) << "they do not meet";
}

/// A tank of sand, with smooth sides at 0, `long_side` along x and `side` along y, and a floor of sand.
std::string tank(double side, double long_side) {
    const auto wall = [](const char* name, const char* material, const Vec3d& normal, const Vec3d& point) {
        return fmt::format(
            "[[wall]]\nname = \"{}\"\nmaterial = \"{}\"\nnormal = [{}, {}, {}]\npoint = [{}, {}, {}]\n", name,
            material, normal.x, normal.y, normal.z, point.x, point.y, point.z);
    };
    return "[[material]]\nname = \"smooth\"\nfriction = 0\n" + wall("floor", "sand", {0, 0, 1}, {}) +
           wall("left", "smooth", {1, 0, 0}, {}) + wall("right", "smooth", {-1, 0, 0}, {long_side, 0, 0}) +
           wall("near", "smooth", {0, 1, 0}, {}) + wall("far", "smooth", {0, -1, 0}, {0, side, 0});
}

// A block of stone on a bed rests: Terzaghi's bearing capacity of a square, 0.4 g rho B N with N = 20 for 30
// deg
// ("Theoretical Soil Mechanics", 1943), is 5 kPa, and the block presses with 1 kPa. Over the time from 0.25
// to 0.4 s it may sink by a fortieth of a cell, as blocks of four cells still creep by half a millimetre a
// second; 12 mm/s were seen where the sand did not know the velocity of the block at the end of the step. The
// mean load is its weight, to 1 %: at the ends of that time the bed still swings by its elasticity.
TEST_P(SandAndBody, ABlockOnABedRestsAndTheBedCarriesIt) {
    constexpr double size = 0.04, rho = 2650, side = 0.12, depth = 0.06;
    scene::Simulation simulation =
        simulationOf(head("", "speed = 1.5") + sandBox("bed", {0, 0, 0}, {side, side, depth}) +
                     box(size, {side / 2, side / 2, depth + size / 2}, rho) + tank(side, side));
    const auto load = [&] {
        const auto impulse =
            std::as_const(simulation.world()).table(sand::load_table).read(sand::fields::impulse);
        return impulse[impulse.size() - 1].z;  // the body is the last wall
    };
    runTo(simulation, 0.25);
    const double start = simulation.world().time, before = load(),
                 height = ofBody(simulation, solids::fields::position).z;
    runTo(simulation, 0.4);
    const double time = simulation.world().time - start, weight = rho * size * size * size * 9.81;
    EXPECT_LT(std::abs(ofBody(simulation, solids::fields::position).z - height), 0.025 * cell);
    EXPECT_NEAR((load() - before) / time, weight, 0.01 * weight);
}

// V5: a body as dense as the sand, held in it at rest, moves as the sand does. The bed starts without stress
// and settles, with narain by 2 mm. A free fall of that time is 0.11 m: 1 % of it, as the sand beside the
// body does not settle by as much as all of it in the mean.
TEST_P(SandAndBody, ABodyAsDenseAsTheSandStaysInIt) {
    constexpr double size = 0.04, side = 0.12;
    scene::Simulation simulation =
        simulationOf(head("", "speed = 1.5") + sandBox("bed", {0, 0, 0}, {side, side, side}) +
                     box(size, {side / 2, side / 2, side / 2}, density) + tank(side, side));
    const double sand = sandSumsOf(simulation).centre.z;
    runTo(simulation, 0.15);
    const double time = simulation.world().time, fall = 0.5 * 9.81 * time * time;
    const double settled = sandSumsOf(simulation).centre.z - sand;
    EXPECT_LT(std::abs(settled), 0.02 * fall);
    EXPECT_NEAR(ofBody(simulation, solids::fields::position).z - side / 2, settled, 0.01 * fall);
}

// V5 without friction, mpm, with 8 cells in the cube: it sinks by 1.7 % of a free fall more than the sand
// with apic. It was 4.9 % when nodes near its edges touched one side only (mpm/walls/sides.h); what is left:
// docs/theory/sand.md. With aflip it is 6.2 %: without friction only residuals that fade damp the sand.
class SandAndBodyWithoutFriction : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Transfers, SandAndBodyWithoutFriction, testing::Values("apic", "aflip"));

TEST_P(SandAndBodyWithoutFriction, ACubeAsDenseAsTheSandHardlySinks) {
    const bool keeps_residual = std::string_view(GetParam()) == "aflip";
    constexpr double size = 0.04, side = 0.08;
    scene::Simulation simulation = simulationOf(
        continuumHead(size / 8, "") + "friction_angle = 0\nwall_friction = 0\nspeed = 1.5\n" +
        fmt::format("transfer = \"{}\"\n", GetParam()) + sandBox("bed", {0, 0, 0}, {side, side, side}) +
        fmt::format(
            "[[body]]\nname = \"body\"\nmaterial = \"smooth\"\nshape = \"box\"\nsize = [{0}, {0}, {0}]\n"
            "position = [{0}, {0}, {0}]\ndensity = {1}\n",
            size, density) +
        tank(side, side));
    const double sand = sandSumsOf(simulation).centre.z;
    runTo(simulation, 0.14);
    const double fall = 0.5 * 9.81 * 0.14 * 0.14, settled = sandSumsOf(simulation).centre.z - sand;
    const double body =
        std::as_const(simulation.world()).table(solids::bodies_table).read(solids::fields::position)[0].z;
    EXPECT_NEAR(body - size, settled, (keeps_residual ? 0.07 : 0.03) * fall);
}

// Sand of narain in an open tray of thin walls keeps its volume below a free body, as it does between planes.
// Thin walls shut faces, and the solid nearest to all of these faces was the body: they counted as its own,
// and the bed lost 8 % of its height in 0.06 s. It settles by 0.9 % without the body.
TEST(SandInATrayBelowABody, KeepsItsVolume) {
    constexpr double side = 0.1, depth = 0.05;
    scene::Simulation simulation = simulationOf(
        continuumHead(cell, "") + "solver = \"narain\"\n" + sandBox("bed", {0, 0, 0}, {side, side, depth}) +
        "[[wall]]\nname = \"tray\"\nmaterial = \"sand\"\nshape = \"box-inside\"\nmin = [0, 0, 0]\n" +
        fmt::format("max = [{0}, {0}, 0.15]\nopen = [\"+z\"]\n", side) +
        fmt::format(
            "[[body]]\nname = \"body\"\nmaterial = \"sand\"\nshape = \"box\"\nsize = [0.04, 0.04, 0.04]\n"
            "position = [{0}, {0}, {1}]\ndensity = 2600\n",
            side / 2, depth + 0.02));
    runTo(simulation, 0.08);
    EXPECT_NEAR(sandSumsOf(simulation).centre.z / (depth / 2), 1, 0.015);
}

// A lid of four times the weight of the sand falls onto it from 5 mm. With damping it has come to rest after
// 0.6 s; without, it bounces at almost the speed of its fall, 0.31 m/s.
TEST(SandBelowALid, DampingLetsItRest) {
    constexpr double side = 0.1, depth = 0.2, thickness = 0.04;
    const auto fastest = [&](double damping) {
        scene::Simulation simulation = simulationOf(
            continuumHead(0.02, "") + fmt::format("damping = {}\n", damping) +
            sandBox("bed", {0, 0, 0}, {side, side, depth}) +
            fmt::format(
                "[[body]]\nname = \"lid\"\nmaterial = \"smooth\"\nshape = \"box\"\nsize = [{0}, {0}, {1}]\n"
                "position = [{2}, {2}, {3}]\ndensity = 12500\n",
                side, thickness, side / 2, depth + thickness / 2 + 0.005) +
            tank(side, side));
        runTo(simulation, 0.6);
        double most = 0;
        while (simulation.world().time < 0.8) {
            if (!simulation.advance().ok()) return std::numeric_limits<double>::infinity();
            const auto velocity =
                std::as_const(simulation.world()).table(solids::bodies_table).read(solids::fields::velocity);
            most = std::max(most, std::abs(velocity[0].z));
        }
        return most;
    };
    EXPECT_LT(fastest(0.12), 0.02);
    EXPECT_GT(fastest(0), 0.15);
}

// A sled: a flat box that slides over sand stops after v^2 / (2 mu g). On grains of 6 mm one goes 0.165 m of
// 0.170 (bench/sand/sled.toml). It digs in by a tenth of a cell, so that some sand is in front of it. The
// limits hold what is seen, which is short by 4 % with mpm and 21 % with narain. With mpm it was half of the
// way, when its front dragged along the sand below it (mpm/walls/sides.h).
TEST_P(SandAndBody, ASledSlidesAsFarAsItsFrictionSays) {
    constexpr double speed = 0.6, friction = 0.3, depth = 0.03, side = 0.24;
    const bool mpm = std::string(GetParam()) == "mpm";
    scene::Simulation simulation = simulationOf(
        head("", "speed = 1.5") + sandBox("bed", {0, 0, 0}, {side, 0.1, depth}) +
        fmt::format(
            "[[material]]\nname = \"steel\"\nfriction = {}\n[[body]]\nname = \"sled\"\nmaterial = \"steel\"\n"
            "shape = \"box\"\nsize = [0.08, 0.06, 0.02]\nposition = [0.06, 0.05, {}]\ndensity = 1000\n"
            "velocity = [{}, 0, 0]\n",
            friction, depth + 0.0105, speed) +
        tank(0.1, side));
    runTo(simulation, 0.3);
    const double law = speed * speed / (2 * friction * 9.81);
    EXPECT_NEAR(ofBody(simulation, solids::fields::position).x - 0.06, law, (mpm ? 0.08 : 0.3) * law);
}

/// Writes a box of half the sides `half` around the origin.
std::string boxMesh(const std::string& path, const Vec3d& half) {
    std::ofstream file(path);
    for (const double z : {-1, 1})
        for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}})
            file << fmt::format("v {} {} {}\n", x * half.x, y * half.y, z * half.z);
    file << "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    return path;
}

/// The positions of a sled, and of the sand's centre, after it has slid for 0.15 s.
/// @param shape keys of the body
std::pair<Vec3d, Vec3d> afterSliding(const std::string& solver, const std::string& shape) {
    scene::Simulation simulation = simulationOf(
        continuumHead(0.01, "") + "solver = \"" + solver + "\"\nspeed = 1.5\n" +
        sandBox("bed", {0, 0, 0}, {0.24, 0.1, 0.04}) +
        "[[material]]\nname = \"steel\"\nfriction = 0.3\n[[body]]\nname = \"sled\"\n"
        "material = \"steel\"\nposition = [0.06, 0.05, 0.0555]\ndensity = 1000\nvelocity = [0.6, 0, 0]\n" +
        shape + tank(0.1, 0.24));
    runTo(simulation, 0.15);
    return {std::as_const(simulation.world()).table(solids::bodies_table).read(solids::fields::position)[0],
            sandSumsOf(simulation).centre};
}

// A closed mesh in the shape of a box meets the sand as the box does: a millimetre is a tenth of a cell.
TEST_P(SandAndBody, AMeshInTheShapeOfABoxMovesAsTheBox) {
    const test::TemporaryFolder folder;
    const std::string path = boxMesh((folder / "sled.obj").string(), {0.04, 0.03, 0.015});
    const auto [box, sand_of_box] = afterSliding(GetParam(), "shape = \"box\"\nsize = [0.08, 0.06, 0.03]\n");
    const auto [mesh, sand_of_mesh] =
        afterSliding(GetParam(), fmt::format("shape = \"mesh\"\nfile = \"{}\"\n", path));
    EXPECT_LT(length(mesh - box), 1e-3) << mesh.x << ' ' << mesh.z << " and " << box.x << ' ' << box.z;
    EXPECT_LT(length(sand_of_mesh - sand_of_box), 1e-4);
}

// A body moves once in a step of the scene, the sand several times: it moves over particles that were in
// front of it. Particles that rest on the side of a box are a millionth of a metre in front of it.
TEST_P(SandAndBody, NoSandGetsIntoAMeshThatMovesThroughABed) {
    const test::TemporaryFolder folder;
    const double half = 0.05;
    scene::Simulation simulation = simulationOf(
        continuumHead(0.025, "") + "solver = \"" + GetParam() + "\"\n" +
        sandBox("bed", {0, 0, 0}, {0.4, 0.3, 0.15}) +
        fmt::format("[[body]]\nname = \"plough\"\nmaterial = \"sand\"\nmotion = \"prescribed\"\n"
                    "shape = \"mesh\"\nfile = \"{}\"\nposition = [0.1, 0.15, 0.12]\n"
                    "[[motion]]\nwall = \"plough\"\nkind = \"translate\"\nvelocity = [0.3, 0, 0]\n",
                    boxMesh((folder / "plough.obj").string(), {half, half, half})) +
        tank(0.3, 0.4));
    runTo(simulation, 0.4);
    const Vec3d centre = ofBody(simulation, solids::fields::position);
    ASSERT_GT(centre.x, 0.2);
    int inside = 0;
    for (const Vec3d& p :
         std::as_const(simulation.world()).table(sand::sand_table).read(sand::fields::position)) {
        const Vec3d from = p - centre;
        inside += std::max({std::abs(from.x), std::abs(from.y), std::abs(from.z)}) < half - 1e-3;
    }
    EXPECT_EQ(inside, 0);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SandAndBody, testing::Values("mpm", "narain"),
                         [](const auto& solver) { return std::string(solver.param); });

}  // namespace
}  // namespace talus::test
