// Bodies in continuum sand: what one gives the other takes, a block rests on a bed, and a body under a heap
// carries its weight.
#include "talus/solids/fields.h"
#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

constexpr double cell = 0.01, density = 1590;                  // 0.6 of 2650 kg/m^3
constexpr double particle = density * cell * cell * cell / 8;  // [kg]

class SandAndBody : public testing::TestWithParam<const char*> {
  protected:
    static std::string head(const std::string& world, const std::string& keys) {
        return continuumHead(cell, world) + "solver = \"" + GetParam() + "\"\n" + keys + "\n" +
               "[[material]]\nname = \"smooth\"\nfriction = 0\n";
    }
    /// A tray whose walls sand slides along.
    static std::string tray(double x, double y) {
        const auto wall = [](const char* name, const Vec3d& normal, const Vec3d& point) {
            return fmt::format(
                "[[wall]]\nname = \"{}\"\nmaterial = \"smooth\"\nnormal = [{}, {}, {}]\npoint = [{}, {}, "
                "{}]\n",
                name, normal.x, normal.y, normal.z, point.x, point.y, point.z);
        };
        return "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n" + wall("left", {1, 0, 0}, {}) +
               wall("right", {-1, 0, 0}, {x, 0, 0}) + wall("near", {0, 1, 0}, {}) +
               wall("far", {0, -1, 0}, {0, y, 0});
    }
    static std::string box(double size, const Vec3d& place, double rho, const Vec3d& velocity = {}) {
        return fmt::format(
            "[[body]]\nname = \"body\"\nmaterial = \"sand\"\nshape = \"box\"\nsize = [{0}, {0}, {0}]\n"
            "position = [{1}, {2}, {3}]\ndensity = {4}\nvelocity = [{5}, {6}, {7}]\n",
            size, place.x, place.y, place.z, rho, velocity.x, velocity.y, velocity.z);
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

// A block of stone on a bed of sand stays: what it sinks is the compression of the sand below it.
TEST_P(SandAndBody, ABlockRestsOnABed) {
    constexpr double size = 0.04, bed = 0.08;
    const Vec3d place{0.08, 0.08, bed + 0.5 * size};
    scene::Simulation simulation =
        simulationOf(head("", "speed = 1.5") + tray(0.16, 0.16) +
                     sandBox("bed", {0, 0, 0}, {0.16, 0.16, bed}) + box(size, place, 2650));
    runTo(simulation, 0.4);
    const Vec3d then = ofBody(simulation, solids::fields::position);
    EXPECT_LT(std::abs(then.z - place.z), 0.5 * cell);
    runTo(simulation, 0.6);
    EXPECT_LT(length(ofBody(simulation, solids::fields::position) - then), 0.02 * cell) << "it creeps";
}

// V9: the floor carries the plate and the heap on it. Means over 0.1 s; 0.2 % is the momentum that the heap
// still has.
TEST_P(SandAndBody, APlateUnderAHeapCarriesItsWeight) {
    constexpr double thick = 0.04, wide = 0.32;
    scene::Simulation simulation = simulationOf(
        head("", "speed = 1.5") +
        fmt::format(
            "[[body]]\nname = \"plate\"\nmaterial = \"sand\"\nshape = \"box\"\nsize = [{0}, {0}, {1}]\n"
            "position = [0, 0, {2}]\ndensity = 2000\n",
            wide, thick, 0.5 * thick) +
        "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n" +
        sandBox("heap", {-0.04, -0.04, thick}, {0.04, 0.04, thick + 0.06}));
    runTo(simulation, 0.6);
    double load = 0, count = 0;
    while (simulation.world().time < 0.7) {
        ASSERT_TRUE(simulation.advance().ok());
        load += ofBody(simulation, solids::fields::ground_force).z;
        ++count;
    }
    const double weight = 9.81 * (2000 * wide * wide * thick + particle * sandSumsOf(simulation).count);
    EXPECT_NEAR(load / count, weight, 2e-3 * weight);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SandAndBody, testing::Values("mpm", "narain"),
                         [](const auto& solver) { return std::string(solver.param); });

}  // namespace
}  // namespace talus::test
