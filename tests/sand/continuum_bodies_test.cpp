// A body that hits continuum sand: what one gives the other takes.
#include "talus/solids/fields.h"
#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

constexpr double cell = 0.01, density = 1590;                  // 0.6 of 2650 kg/m^3
constexpr double particle = density * cell * cell * cell / 8;  // [kg]

class SandAndBody : public testing::TestWithParam<const char*> {
  protected:
    static std::string head(const std::string& world, const std::string& keys) {
        return continuumHead(cell, world) + "solver = \"" + GetParam() + "\"\n" + keys + "\n";
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

INSTANTIATE_TEST_SUITE_P(Solvers, SandAndBody, testing::Values("mpm", "narain"),
                         [](const auto& solver) { return std::string(solver.param); });

}  // namespace
}  // namespace talus::test
