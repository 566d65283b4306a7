#include "tests/scene/read_text.h"

namespace talus::scene {
namespace {

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
[world]
gravity = [0, 0, "-1.62 m/s^2"]
[grains]
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
    ASSERT_EQ(scene.environment.materials.size(), 1u);
    EXPECT_EQ(scene.environment.materials[0].density, 7800);
    EXPECT_EQ(scene.environment.materials[0].colour, (Vec3d{0.1, 0.2, 0.3}));
    EXPECT_EQ(scene.environment.gravity, (Vec3d{0, 0, -1.62}));
    EXPECT_FALSE(grains::in(scene).params.spin);
    EXPECT_EQ(grains::in(scene).params.integrator, grains::Integrator::SemiImplicitEuler);
    EXPECT_EQ(grains::in(scene).params.skin, 0.2);
    EXPECT_EQ(grains::in(scene).params.search, grains::Search::Hash);
    ASSERT_EQ(grains::in(scene).contacts.size(), 1u);
    const grains::Contact& contact = grains::in(scene).contacts[0];
    EXPECT_EQ(contact.first + contact.second, "steelsteel");
    EXPECT_EQ(contact.law, "linear");
    EXPECT_EQ(contact.stiffness, 20000);
    EXPECT_EQ(contact.shear_stiffness, 12);
    EXPECT_EQ(contact.restitution, 0.9);
    EXPECT_EQ(contact.friction, 0.1);
    EXPECT_EQ(contact.cap, grains::Cap::Spring);
    EXPECT_FALSE(contact.adhesionless);
    ASSERT_EQ(scene.environment.walls.size(), 3u);
    EXPECT_EQ(scene.environment.walls[0].kind, environment::Wall::Kind::BoxInside);
    EXPECT_EQ(scene.environment.walls[0].box.min, (Vec3d{-1, -1, -1}));
    EXPECT_EQ(scene.environment.walls[0].box.max, (Vec3d{1, 1, 1}));
    EXPECT_FALSE(scene.environment.walls[0].visible);
    EXPECT_EQ(scene.environment.walls[1].sphere.centre, (Vec3d{0, 0, -0.5}));
    EXPECT_EQ(scene.environment.walls[1].sphere.radius, 0.1);
    EXPECT_EQ(scene.environment.walls[2].plane.point, (Vec3d{0, 0, -2}));
    EXPECT_EQ(scene.environment.walls[2].plane.normal, (Vec3d{0, 0.6, 0.8}));  // made a unit
    ASSERT_EQ(grains::in(scene).emitters.size(), 1u);
    const grains::Emitter& emitter = grains::in(scene).emitters[0];
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
    ASSERT_EQ(grains::in(scene).fills.size(), 1u);
    const grains::Fill& fill = grains::in(scene).fills[0];
    EXPECT_EQ(fill.box.min, (Vec3d{0.5, 0.5, 0.5}));
    EXPECT_EQ(fill.packing, grains::Fill::Packing::Lattice);
    EXPECT_EQ(fill.count, 3u);
    EXPECT_EQ(fill.spacing, 1.5);
    EXPECT_EQ(fill.velocity, (Vec3d{0, 0, -0.1}));
    EXPECT_EQ(fill.grain_radius, 0.02);
    EXPECT_EQ(fill.radius_spread, 0.5);
    ASSERT_EQ(grains::in(scene).placed.size(), 1u);
    EXPECT_EQ(grains::in(scene).placed[0].position, (Vec3d{-0.5, 0, 0}));
    EXPECT_EQ(grains::in(scene).placed[0].velocity, (Vec3d{0.1, 0, 0}));
    EXPECT_DOUBLE_EQ(grains::in(scene).placed[0].spin.x, M_PI / 2);
    EXPECT_EQ(grains::in(scene).placed[0].radius, 0.03);
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

}  // namespace
}  // namespace talus::scene
