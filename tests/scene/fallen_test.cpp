// What falls off a scene is taken out and counted, so that it does not fall for ever.
#include "talus/grains/load/fallen.h"

#include "talus/core/text_file.h"
#include "talus/couple/granular/setup.h"
#include "talus/grains/fields.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"
#include "tests/support/granular.h"
#include "tests/support/scene_head.h"

namespace talus::scene {
namespace {

std::optional<environment::Sink> fallenSink(const Scene& scene) {
    return grains::fallenSink(scene, couple::granular::boxOfGround(scene));
}

const std::string head = test::sceneHead("falling", {.duration = 6, .frame_interval = 0.5}, {{"sand"}}) + R"(
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 500
shear_stiffness = 140
restitution = 0.3
friction = 0.6
)";
const std::string ground = R"(
[ground]
material = "sand"
corner = [-0.1, -0.05, 0.02]
size = [0.2, 0.1]
spacing = 0.005
)";
const std::string grains_on_and_beside = R"(
[[grain]]
material = "sand"
position = [0.15, 0, 0.05]
radius = 0.002
[[grain]]
material = "sand"
position = [0, 0, 0.022]
radius = 0.002
)";

Scene read(const std::string& rest) {
    ReadResult result = readScene(head + rest, "scene.toml", {}, Machine{});
    EXPECT_TRUE(result.scene) << result.diagnostics.format("scene.toml", "");
    return std::move(*result.scene);
}

std::string plate(const std::string& more = "") {
    return "[[wall]]\nname = \"plate\"\nmaterial = \"sand\"\nshape = \"box-outside\"\nmin = [-0.1, -0.1, "
           "-0.02]\nmax = [0.1, 0.1, 0]\n" +
           more;
}
std::string endless(const std::string& normal) {
    return "[[wall]]\nname = \"endless\"\nmaterial = \"sand\"\nshape = \"plane\"\npoint = [0, 0, 0.2]\n"
           "normal = " +
           normal + "\n";
}

// Without the sink the grain would fall at 59 m/s in the end, too fast for any step, and the run would stop.
TEST(Fallen, GrainsThatFellOffAreRemovedAndCounted) {
    const Scene scene = read(ground + grains_on_and_beside);
    auto simulation = Simulation::build(scene, exec::Exec::serial());
    ASSERT_TRUE(simulation.ok());
    const double before = measured(*simulation).mass;
    EXPECT_EQ(granularOf(*simulation).fallen(simulation->world()), 0u);
    double fastest = 0;
    for (int frame = 0; frame < 12; ++frame) {
        const step::StepReport report = simulation->advance(simulation->clock().steps_per_frame);
        ASSERT_TRUE(report.ok()) << report.trouble->what;
        fastest = std::max(fastest, measured(*simulation).fastest);
    }
    EXPECT_EQ(granularOf(*simulation).fallen(simulation->world()), 1u);
    const grains::Measures now = measured(*simulation);
    EXPECT_EQ(now.grains, 1u);
    const double taken = simulation->world().table(grains::sinks_table).read(grains::fields::taken_mass)[0];
    EXPECT_DOUBLE_EQ(now.mass + taken, before);
    // It was there until it was below the ground by as much as the scene is long (some 0.27 m).
    EXPECT_LT(fastest, std::sqrt(2 * 9.81 * 0.4));
}

TEST(Fallen, SinkLiesBelowEverySupport) {
    const auto height = [](const Scene& scene) { return fallenSink(scene)->plane.point.z; };
    const Scene on_ground = read(ground);
    const double all = std::sqrt(0.2 * 0.2 + 0.1 * 0.1);
    EXPECT_NEAR(height(on_ground), 0.02 - all, 1e-12);
    // A bin below the ground's border, and one that only goes there.
    const std::string bin =
        "[[wall]]\nname = \"bin\"\nmaterial = \"sand\"\nshape = \"box-inside\"\nopen = [\"+z\"]\n"
        "min = [0.11, -0.05, -0.3]\nmax = [0.2, 0.05, -0.2]\n";
    EXPECT_LT(height(read(ground + bin)), -0.3 - all);
    const std::string goes =
        "[[motion]]\nwall = \"bin\"\nkind = \"translate\"\nvelocity = [0, 0, -0.5]\nstop = 4\n";
    EXPECT_LT(height(read(ground + bin + goes)), -2.3 - all);
    // Sources count: nothing starts in it.
    const std::string deep = "[[grain]]\nmaterial = \"sand\"\nposition = [0.15, 0, -3]\nradius = 0.002\n";
    EXPECT_LT(height(read(ground + deep)), -3 - all);
    // Sand that can be dug down to the bedrock.
    EXPECT_LT(height(read(ground + "[hybrid]\nmaterial = \"sand\"\ndepth = 0.015\ngrain_radius = 0.001\n")),
              0.005 - all);
    // Below is where gravity leads.
    Scene tilted = on_ground;
    tilted.environment.gravity = {-10, 0, 0};
    const geometry::Plane plane = fallenSink(tilted)->plane;
    EXPECT_NEAR(plane.normal.x, 1, 1e-15);
    EXPECT_NEAR(plane.point.x, -0.1 - all, 1e-12);
}

TEST(Fallen, NoSinkWhereNothingCanFallOff) {
    EXPECT_TRUE(fallenSink(read(plate())));
    EXPECT_TRUE(fallenSink(read(plate(endless("[0, 0, -1]"))))) << "a ceiling holds nothing";
    EXPECT_FALSE(fallenSink(read(plate(endless("[0.3, 0, 1]")))));
    EXPECT_FALSE(fallenSink(read(grains_on_and_beside))) << "nothing to fall off";
    Scene weightless = read(plate());
    weightless.environment.gravity = {};
    EXPECT_FALSE(fallenSink(weightless));
    Scene repeats = read(plate());
    repeats.environment.periodic = {"x", "z"};
    EXPECT_FALSE(fallenSink(repeats));
    repeats.environment.periodic = {"x", "y"};
    EXPECT_TRUE(fallenSink(repeats));
}

TEST(Fallen, SinksOfTheSceneTakeGrainsFirst) {
    const Scene scene =
        read(ground + grains_on_and_beside +
             "[[sink]]\nname = \"beside\"\nshape = \"box\"\nmin = [0.12, -1, -1]\nmax = [1, 1, 0]\n");
    auto simulation = Simulation::build(scene, exec::Exec::serial());
    ASSERT_TRUE(simulation.ok());
    ASSERT_EQ(granularOf(*simulation).sinks().size(), 2u);
    EXPECT_EQ(granularOf(*simulation).sinks().back().name, "fallen");
    ASSERT_TRUE(simulation->advance(2 * simulation->clock().steps_per_frame).ok());
    EXPECT_EQ(granularOf(*simulation).fallen(simulation->world()), 0u);
    EXPECT_EQ(simulation->world().table(grains::sinks_table).read(grains::fields::taken)[0], 1u);
}

}  // namespace
}  // namespace talus::scene
