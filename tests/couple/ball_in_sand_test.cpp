// A body that comes to rest in sand of the hybrid.
#include "talus/couple/exchange.h"
#include "talus/scene/reader.h"
#include "talus/solids/fields.h"
#include "tests/grains/grain_world.h"

namespace talus::couple {
namespace {

using namespace testing_support;

const char* text = R"(
format = 1
name = "ball"
seed = 2
[time]
duration = "0.7 s"
frame_interval = "20 ms"
[[material]]
name = "sand"
density = 2500
[[material]]
name = "steel"
density = 7800
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 100
shear_stiffness = 29
restitution = 0.3
friction = 0.5
rolling = "spring"
rolling_friction = 0.1
rolling_stiffness = 29
[[contact]]
between = ["sand", "steel"]
law = "linear"
stiffness = 100
shear_stiffness = 29
restitution = 0.3
friction = 0.4
[ground]
material = "sand"
corner = [-0.06, -0.06, 0]
size = [0.12, 0.12]
spacing = 0.005
[hybrid]
depth = "25 mm"
material = "sand"
grain_radius = "2.5 mm"
[[body]]
name = "ball"
material = "steel"
radius = "10 mm"
position = [0, 0, 0.015]
velocity = [0, 0, -0.8]
)";

// It comes to rest after 0.3 s. Sand around it stays grains: columns that rose into it would throw it out (12
// mm at 0.6 s were seen).
TEST(BallInSand, StaysWhereItCameToRest) {
    const scene::ReadResult read = scene::readScene(text, "ball.toml", {}, scene::Machine{});
    ASSERT_TRUE(read.scene) << read.diagnostics.format("ball.toml", text);
    scene::Simulation simulation = start(*read.scene);
    const auto height = [&] {
        return simulation.world().table(solids::bodies_table).read(solids::fields::position)[0].z;
    };
    const double mass = ledgerOf(simulation.exec(), simulation.world()).stored_mass;
    double before = 0;
    for (double time = 0.02; time < 0.71; time += 0.02) {
        while (simulation.world().time < time - 1e-9) ASSERT_TRUE(simulation.advance(1).ok());
        if (time > 0.35) {
            EXPECT_NEAR(height(), before, 5e-4) << time << " s";
            EXPECT_LT(height(), -0.01);
        }
        before = height();
    }
    const Ledger ledger = ledgerOf(simulation.exec(), simulation.world());
    EXPECT_GT(ledger.released, 300u);
    EXPECT_GT(ledger.absorbed, 50u) << "away from the ball sand becomes ground again";
    double all = ledger.stored_mass;
    for (const double m : simulation.world().table(grains::grains_table).read(grains::fields::mass)) all += m;
    EXPECT_NEAR(all / mass, 1, 1e-12);
}

}  // namespace
}  // namespace talus::couple
