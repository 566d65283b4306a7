// A body that comes to rest in sand of the hybrid.
#include "talus/couple/hybrid/exchange.h"
#include "talus/solids/fields.h"
#include "tests/grains/grain_world.h"
#include "tests/support/sand_on_ground.h"
#include "tests/support/scene_text.h"

namespace talus::couple {
namespace {

using namespace testing_support;

std::string ballOverSand() {
    return test::SandOnGround{
               .name = "ball",
               .time = "duration = \"0.7 s\"\nframe_interval = \"20 ms\"",
               .other = "steel",
               .other_density = "7800",
               .contact = "stiffness = 100\nshear_stiffness = 29\nrestitution = 0.3",
               .on_sand =
                   "friction = 0.5\nrolling = \"spring\"\nrolling_friction = 0.1\nrolling_stiffness = 29",
               .on_other = "friction = 0.4",
               .ground = "sand",
               .corner = "[-0.06, -0.06, 0]",
               .size = "[0.12, 0.12]"}
               .text() +
           R"(
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
}

// It comes to rest after 0.3 s. Sand around it stays grains: columns that rose into it would throw it out (12
// mm at 0.6 s were seen).
TEST(BallInSand, BallAtRestStays) {
    scene::Scene scene = test::sceneOf(ballOverSand());
    scene.seed = 2;
    scene::Simulation simulation = start(scene);
    const auto height = [&] {
        return simulation.world().table(solids::bodies_table).read(solids::fields::position)[0].z;
    };
    const double mass = ledgerOf(simulation.exec(), simulation.world()).stored_mass;
    double before = 0;
    for (double time = 0.02; time < 0.71; time += 0.02) {
        while (simulation.world().time < time - 1e-9) ASSERT_TRUE(simulation.advance(1).ok());
        if (time > 0.35) {
            EXPECT_NEAR(height(), before, 5e-4) << time << " s";
        }
        before = height();
    }
    // Uehara, Ambroso, Ojha and Durian (2003): d = 0.14 / tan(t) (rho_ball / rho_sand)^1/2 D^2/3 H^1/3, where
    // t is the angle of rest (31 degrees for this sand) and H the height of the fall, 38 mm to the surface by
    // its speed there, and d: 14.3 mm. Four seeds came to 16.7 to 18.3 mm; grains here are a quarter of the
    // ball's diameter, and the floor is near. Grains that slid over the bedrock without friction let it go
    // down to 20.5 mm.
    EXPECT_NEAR(0.01 - height(), 0.0143, 0.35 * 0.0143);
    const Ledger ledger = ledgerOf(simulation.exec(), simulation.world());
    EXPECT_GT(ledger.released, 300u);
    EXPECT_GT(ledger.settled, 20u) << "away from the ball sand is held again";
    double all = ledger.stored_mass;
    for (const double m : simulation.world().table(grains::grains_table).read(grains::fields::mass)) all += m;
    all +=
        simulation.world().table(grains::sinks_table).read(grains::fields::taken_mass)[0];  // off the ground
    EXPECT_NEAR(all / mass, 1, 1e-12);
}

}  // namespace
}  // namespace talus::couple
