#include <fstream>
#include <sstream>

#include "talus/scene/reader.h"
#include "talus/scene/registry.h"

namespace talus::scene {
namespace {

std::string gallery(const std::string& name) {
    std::ifstream file(std::string(TALUS_SOURCE_DIR) + "/scenes/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

const Machine large{.memory_bytes = 64e9};

Scene read(const std::string& text) {
    const ReadResult result = readScene(text, "test.toml", {}, large);
    EXPECT_EQ(result.diagnostics.format("test.toml", text), "");
    return result.scene.value_or(Scene{});
}

/// Every value of every row, in order: two scenes are the same when these are.
std::vector<Value> valuesOf(const Scene& scene) {
    std::vector<Value> values;
    for (const Section& section : registry())
        for (std::size_t i = 0; i < section.size(scene); ++i)
            for (const Parameter& row : section.parameters)
                if (section.applies(row, section.objectOf(scene, i)))
                    values.push_back(row.get(section.objectOf(scene, i)));
    return values;
}

TEST(ResolvedScene, ReadsBackAsTheSameScene) {
    const Scene scene = read(gallery("sand-pile.toml"));
    const std::string text = writeResolved(scene);
    const Scene again = read(text);
    EXPECT_TRUE(valuesOf(again) == valuesOf(scene));
    EXPECT_EQ(writeResolved(again), text);
}

TEST(ResolvedScene, HoldsEveryKeyThatApplies) {
    const Scene scene = read(gallery("sand-pile.toml"));
    const std::string text = writeResolved(scene);
    for (const Section& section : registry())
        for (std::size_t i = 0; i < section.size(scene); ++i)
            for (const Parameter& row : section.parameters)
                EXPECT_TRUE(!section.applies(row, section.objectOf(scene, i)) ||
                            text.find(std::string("\n").append(row.key).append(" = ")) != std::string::npos ||
                            text.starts_with(std::string(row.key)))
                    << section.title() << row.key;
}

// Walls of every shape and motions of every kind: lists of words, numbers and vectors among them.
TEST(ResolvedScene, KeepsWallsAndTheirMotions) {
    const Scene scene = read(R"(
format = 1
name = "walls"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
[[wall]]
name = "tray"
material = "sand"
shape = "box-inside"
min = [-1, -1, 0]
max = [1, 1, 1]
open = ["+z", "-x"]
[[wall]]
name = "drum"
material = "sand"
shape = "cylinder-inside"
from = [0, 0, 0]
to = [0, 1, 0]
radius = 1
caps = ["from", "to"]
[[wall]]
name = "funnel"
material = "sand"
shape = "cone"
from = [0, 0, 0]
to = [0, 0, "30 mm"]
radius = "5 mm"
end_radius = "50 mm"
[[motion]]
wall = "drum"
kind = "rotate"
axis = [0, 1, 0]
rate = "12 rpm"
stop = 2
[[motion]]
wall = "tray"
kind = "keyframes"
times = [0, "500 ms", 1.25]
positions = [[0, 0, 0], [0, 0, "3 mm"], [0.1, 0, 0]]
rotations = [[0, 0, 0], [0, 0, "90 deg"], [0, 0, 0]]
[[grain]]
material = "sand"
position = [0, 0.5, 0.4]
radius = "1 mm"
)");
    ASSERT_EQ(scene.motions.size(), 2u);
    EXPECT_DOUBLE_EQ(scene.motions[0].rate, 12 * 2 * 3.14159265358979323846 / 60);
    EXPECT_EQ(scene.motions[1].times, (std::vector<double>{0, 0.5, 1.25}));
    ASSERT_EQ(scene.motions[1].rotations.size(), 3u);
    EXPECT_DOUBLE_EQ(scene.motions[1].rotations[1].z, 3.14159265358979323846 / 2);
    EXPECT_EQ(scene.walls[0].open, (std::vector<std::string>{"+z", "-x"}));
    const std::string text = writeResolved(scene);
    const Scene again = read(text);
    EXPECT_TRUE(valuesOf(again) == valuesOf(scene));
    EXPECT_EQ(writeResolved(again), text);
}

// Values that are awkward to write: the smallest step from a round number, tiny and huge ones, quotes.
TEST(ResolvedScene, KeepsAwkwardValuesBitByBit) {
    Scene scene = read(gallery("sand-pile.toml"));
    scene.summary = "a \"quoted\" \\ word, é";
    scene.time.dt = std::nextafter(1e-6, 1);
    scene.time.duration = 0.1 + 0.2;
    scene.time.frame_interval = 0.03;
    scene.grains.gravity = {1e-300, -0.0, -9.80665};
    scene.grains.spin = false;
    scene.walls[0].plane.normal = normalized(Vec3d{1, 2, 300});
    scene.walls[0].plane.point = {0, 0, -12345678.125};
    scene.render.colour_min = 1e22;
    scene.seed = 4294967295u;
    scene.output.fields = {};
    const Scene again = read(writeResolved(scene));
    EXPECT_TRUE(valuesOf(again) == valuesOf(scene));
    EXPECT_TRUE(std::signbit(again.grains.gravity.y));
}

// A scene of all tables and shapes, each key given: what is read is what was written.
TEST(Reader, FillsEveryMember) {
    const Scene scene = read(R"(
format = 1
name = "all-keys"
summary = "everything"
seed = 7
[time]
duration = "2 s"
frame_interval = "50 ms"
dt = "10 us"
[[material]]
name = "steel"
density = "7.8 g/cm^3"
colour = [0.1, 0.2, 0.3]
[grains]
gravity = [0, 0, "-1.62 m/s^2"]
spin = false
integrator = "semi-implicit-euler"
skin = 0.2
search = "hash"
[[contact]]
between = ["steel", "steel"]
law = "linear"
stiffness = "20000 N/m"
shear_stiffness = 12
restitution = 0.9
friction = 0.1
cap = "spring"
adhesionless = false
[[wall]]
name = "tank"
material = "steel"
shape = "box-inside"
min = [-1, "-100 cm", -1]
max = [1, 1, 1]
visible = false
[[wall]]
name = "ball"
material = "steel"
shape = "sphere-outside"
centre = [0, 0, -0.5]
radius = "10 cm"
[[wall]]
name = "ramp"
material = "steel"
normal = [0, 3, 4]
point = [0, 0, -2]
[[emitter]]
name = "spout"
material = "steel"
centre = [0, 0, 0.5]
direction = [0, 1, -1]
radius = 0.1
speed = 1
rate = 10
count = 20
start = 0.5
grain_radius = 0.01
radius_spread = 0.25
[[fill]]
name = "heap"
material = "steel"
min = [0.5, 0.5, 0.5]
max = [0.7, 0.7, 0.7]
packing = "lattice"
count = 3
spacing = 1.5
velocity = [0, 0, -0.1]
grain_radius = 0.02
radius_spread = 0.5
[[grain]]
material = "steel"
position = [-0.5, 0, 0]
velocity = [0.1, 0, 0]
spin = ["90 deg/s", 0, 0]
radius = 0.03
[output]
fields = ["id", "velocity"]
checkpoint_frames = 3
keep_checkpoints = 4
[render]
size = [640, 480]
colour = "velocity"
colour_min = 0
colour_max = 2
sun = [1, 0, 1]
background = [0, 0, 0]
frame_rate = "30 /s"
[[camera]]
name = "top"
position = [0, 0, 3]
target = [0, 0.1, 0]
fov = "60 deg"
)");
    EXPECT_EQ(scene.name, "all-keys");
    EXPECT_EQ(scene.summary, "everything");
    EXPECT_EQ(scene.seed, 7u);
    EXPECT_EQ(scene.time.duration, 2);
    EXPECT_EQ(scene.time.frame_interval, 0.05);
    EXPECT_EQ(scene.time.dt, 1e-5);
    ASSERT_EQ(scene.materials.size(), 1u);
    EXPECT_EQ(scene.materials[0].density, 7800);
    EXPECT_EQ(scene.materials[0].colour, (Vec3d{0.1, 0.2, 0.3}));
    EXPECT_EQ(scene.grains.gravity, (Vec3d{0, 0, -1.62}));
    EXPECT_FALSE(scene.grains.spin);
    EXPECT_EQ(scene.grains.integrator, grains::Integrator::SemiImplicitEuler);
    EXPECT_EQ(scene.grains.skin, 0.2);
    EXPECT_EQ(scene.grains.search, grains::Search::Hash);
    ASSERT_EQ(scene.grains.contacts.size(), 1u);
    const grains::Contact& contact = scene.grains.contacts[0];
    EXPECT_EQ(contact.first + contact.second, "steelsteel");
    EXPECT_EQ(contact.law, grains::Law::Linear);
    EXPECT_EQ(contact.stiffness, 20000);
    EXPECT_EQ(contact.shear_stiffness, 12);
    EXPECT_EQ(contact.restitution, 0.9);
    EXPECT_EQ(contact.friction, 0.1);
    EXPECT_EQ(contact.cap, grains::Cap::Spring);
    EXPECT_FALSE(contact.adhesionless);
    ASSERT_EQ(scene.walls.size(), 3u);
    EXPECT_EQ(scene.walls[0].kind, grains::Wall::Kind::BoxInside);
    EXPECT_EQ(scene.walls[0].box.min, (Vec3d{-1, -1, -1}));
    EXPECT_EQ(scene.walls[0].box.max, (Vec3d{1, 1, 1}));
    EXPECT_FALSE(scene.walls[0].visible);
    EXPECT_EQ(scene.walls[1].sphere.centre, (Vec3d{0, 0, -0.5}));
    EXPECT_EQ(scene.walls[1].sphere.radius, 0.1);
    EXPECT_EQ(scene.walls[2].plane.point, (Vec3d{0, 0, -2}));
    EXPECT_EQ(scene.walls[2].plane.normal, (Vec3d{0, 0.6, 0.8}));  // made a unit
    ASSERT_EQ(scene.emitters.size(), 1u);
    const grains::Emitter& emitter = scene.emitters[0];
    EXPECT_EQ(emitter.name + emitter.material, "spoutsteel");
    EXPECT_EQ(emitter.centre, (Vec3d{0, 0, 0.5}));
    EXPECT_EQ(emitter.direction, (Vec3d{0, 1, -1}));
    EXPECT_EQ(emitter.radius, 0.1);
    EXPECT_EQ(emitter.speed, 1);
    EXPECT_EQ(emitter.rate, 10);
    EXPECT_EQ(emitter.count, 20u);
    EXPECT_EQ(emitter.start, 0.5);
    EXPECT_EQ(emitter.grain_radius, 0.01);
    EXPECT_EQ(emitter.radius_spread, 0.25);
    ASSERT_EQ(scene.fills.size(), 1u);
    const grains::Fill& fill = scene.fills[0];
    EXPECT_EQ(fill.box.min, (Vec3d{0.5, 0.5, 0.5}));
    EXPECT_EQ(fill.packing, grains::Fill::Packing::Lattice);
    EXPECT_EQ(fill.count, 3u);
    EXPECT_EQ(fill.spacing, 1.5);
    EXPECT_EQ(fill.velocity, (Vec3d{0, 0, -0.1}));
    EXPECT_EQ(fill.grain_radius, 0.02);
    EXPECT_EQ(fill.radius_spread, 0.5);
    ASSERT_EQ(scene.placed.size(), 1u);
    EXPECT_EQ(scene.placed[0].position, (Vec3d{-0.5, 0, 0}));
    EXPECT_EQ(scene.placed[0].velocity, (Vec3d{0.1, 0, 0}));
    EXPECT_DOUBLE_EQ(scene.placed[0].spin.x, M_PI / 2);
    EXPECT_EQ(scene.placed[0].radius, 0.03);
    EXPECT_THAT(scene.output.fields, testing::ElementsAre("id", "velocity"));
    EXPECT_EQ(scene.output.checkpoint_frames, 3);
    EXPECT_EQ(scene.output.keep_checkpoints, 4);
    EXPECT_THAT(scene.render.size, testing::ElementsAre(640, 480));
    EXPECT_EQ(scene.render.colour, "velocity");
    EXPECT_EQ(scene.render.colour_min, 0);
    EXPECT_EQ(scene.render.colour_max, 2);
    EXPECT_EQ(scene.render.sun, (Vec3d{1, 0, 1}));
    EXPECT_EQ(scene.render.background, (Vec3d{}));
    EXPECT_EQ(scene.render.frame_rate, 30);
    ASSERT_EQ(scene.cameras.size(), 1u);
    EXPECT_EQ(scene.cameras[0].name, "top");
    EXPECT_EQ(scene.cameras[0].position, (Vec3d{0, 0, 3}));
    EXPECT_EQ(scene.cameras[0].target, (Vec3d{0, 0.1, 0}));
    EXPECT_DOUBLE_EQ(scene.cameras[0].fov, M_PI / 3);
    EXPECT_TRUE(valuesOf(read(writeResolved(scene))) == valuesOf(scene));
}

TEST(RoundTrip, LawsOfGivenDampingAndShear) {
    const Scene scene = read(R"(format = 1
name = "laws"
[time]
dt = "1 us"
[[material]]
name = "sand"
[[material]]
name = "steel"
[[material]]
name = "glass"
[[contact]]
between = ["sand", "sand"]
law = "hooke"
stiffness = "2 kN/m"
shear_stiffness = 0
normal_damping = "3000 1/s"
shear_damping = 1200
[[contact]]
between = ["sand", "steel"]
law = "linear"
stiffness = 2000
shear_dashpot = false
[[contact]]
between = ["steel", "glass"]
law = "hertz-mindlin"
mindlin_factor = 0.5
shear_dashpot = false
[[grain]]
material = "sand"
position = [0, 0, 0]
)");
    ASSERT_EQ(scene.grains.contacts.size(), 3u);
    const grains::Contact &hooke = scene.grains.contacts[0], &linear = scene.grains.contacts[1],
                          &mindlin = scene.grains.contacts[2];
    EXPECT_EQ(hooke.law, grains::Law::Hooke);
    EXPECT_EQ(hooke.normal_damping, 3000);
    EXPECT_EQ(hooke.shear_damping, 1200);
    EXPECT_FALSE(linear.shear_dashpot);
    EXPECT_FALSE(mindlin.shear_dashpot);
    EXPECT_EQ(mindlin.mindlin_factor, 0.5);
    EXPECT_TRUE(valuesOf(read(writeResolved(scene))) == valuesOf(scene));
}

TEST(RoundTrip, SizesAndPackings) {
    const Scene scene = read(R"(format = 1
name = "sizes"
[[material]]
name = "sand"
[[material]]
name = "glue"
fixed = true
[[contact]]
between = ["sand", "sand"]
[[contact]]
between = ["sand", "glue"]
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, 1]
distribution = "lognormal"
grain_radius = "1 mm"
radius_ratio = 1.3
radius_min = "0.5 mm"
radius_max = "2 mm"
[[emitter]]
name = "second"
material = "sand"
centre = [0, 0, 2]
distribution = "normal"
grain_radius = "1 mm"
radius_deviation = "0.1 mm"
radius_min = "0.7 mm"
radius_max = "1.5 mm"
[[fill]]
name = "heap"
material = "glue"
min = [0, 0, 0]
max = ["0.1 m", "0.1 m", "0.1 m"]
packing = "random-loose"
volume_fraction = 0.2
distribution = "discrete"
radii = ["1 mm", "3 mm"]
shares = [2, 1]
shares_of = "mass"
)");
    EXPECT_FALSE(scene.materials[0].fixed);
    EXPECT_TRUE(scene.materials[1].fixed);
    ASSERT_EQ(scene.emitters.size(), 2u);
    EXPECT_EQ(scene.emitters[0].distribution, grains::Sizes::Distribution::Lognormal);
    EXPECT_EQ(scene.emitters[0].radius_ratio, 1.3);
    EXPECT_EQ(smallestRadius(scene.emitters[0]), 0.5e-3);
    EXPECT_EQ(largestRadius(scene.emitters[0]), 2e-3);
    EXPECT_EQ(scene.emitters[1].distribution, grains::Sizes::Distribution::Normal);
    EXPECT_EQ(scene.emitters[1].radius_deviation, 1e-4);
    ASSERT_EQ(scene.fills.size(), 1u);
    EXPECT_EQ(scene.fills[0].packing, grains::Fill::Packing::RandomLoose);
    EXPECT_EQ(scene.fills[0].volume_fraction, 0.2);
    EXPECT_THAT(scene.fills[0].radii, testing::ElementsAre(1e-3, 3e-3));
    EXPECT_THAT(scene.fills[0].shares, testing::ElementsAre(2, 1));
    EXPECT_EQ(scene.fills[0].shares_of, grains::Sizes::ShareOf::Mass);
    EXPECT_TRUE(valuesOf(read(writeResolved(scene))) == valuesOf(scene));
}

}  // namespace
}  // namespace talus::scene
