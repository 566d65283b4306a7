// Bodies with a joint, grains and water that hit each other with nothing else around: their momentum stays.
#include "talus/environment/wall_impulses.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"
#include "talus/solids/scene.h"
#include "tests/support/granular.h"
#include "tests/support/water.h"

namespace talus::solids {
namespace {

/// A plate with a ball on a joint flies at a block of grains, and at a block of water where there is one.
std::string impactOf(bool water) {
    std::string text = R"(
format = 1
name = "impact"
[time]
duration = 10
frame_interval = 0.01
[world]
gravity = [0, 0, 0]
[[material]]
name = "glass"
density = 2500
[[contact]]
between = ["glass", "glass"]
law = "linear"
stiffness = 2000
shear_stiffness = 570
friction = 0.4
[[body]]
name = "plate"
material = "glass"
shape = "box"
size = [0.04, 0.2, 0.2]
position = [0.2, 0.05, 0.05]
velocity = [-2, 0.1, 0]
spin = [0, 0, 1]
[[body]]
name = "ball"
material = "glass"
radius = 0.03
position = [0.27, 0.05, 0.05]
velocity = [-2, 0.1, 0]
[[joint]]
name = "hook"
first = "ball"
second = "plate"
point = [0.23, 0.05, 0.05]
[[fill]]
name = "lump"
material = "glass"
min = [0.12, 0.1, 0.05]
max = [0.16, 0.14, 0.09]
grain_radius = 0.005
)";
    if (water)
        text +=
            "[water]\nspacing = 0.02\n[[water_block]]\nname = \"block\"\nmin = [0, -0.05, 0]\nmax = [0.1, "
            "0.05, 0.1]\n";
    return text;
}

/// Momentum of all, with what bodies have not yet taken.
Vec3d momentumOf(const scene::Simulation& simulation) {
    Vec3d sum = measured(simulation).momentum;
    const auto& bodies = in(simulation.scene()).bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        sum += bodyIn(simulation.world().table(bodies_table), b).velocity *
               rigidOf(simulation.scene(), bodies[b]).mass;
    const state::Table& ledger = std::as_const(simulation.world()).table(environment::wall_impulses_table);
    for (std::size_t w = 0; w < ledger.size(); ++w)
        sum += ledger.read(environment::fields::wall_impulse)[w] +
               ledger.read(environment::fields::wall_spread_impulse)[w];
    if (simulation.world().find(water::water_table) != nullptr)
        for (const Vec3f& v : test::velocitiesOf(simulation)) sum += wide(v) * (1000 * 0.02 * 0.02 * 0.02);
    return sum;
}

TEST(Momentum, OfBodiesGrainsAndWaterStays) {
    for (const bool water : {false, true}) {
        scene::Simulation simulation = test::simulationOf(impactOf(water), 2);
        const Vec3d before = momentumOf(simulation);
        const Vec3d plate = bodyIn(simulation.world().table(bodies_table), 0).velocity;
        test::runTo(simulation, 0.1);
        const double drift = length(momentumOf(simulation) - before) / length(before);
        RecordProperty(water ? "with_water" : "without_water", fmt::format("{}", drift));
        // Velocities of water are in single precision.
        EXPECT_LT(drift, water ? 1e-6 : 1e-10);
        EXPECT_GT(length(bodyIn(simulation.world().table(bodies_table), 0).velocity - plate),
                  water ? 0.1 : 0.01)
            << "they did not meet";
    }
}

}  // namespace
}  // namespace talus::solids
