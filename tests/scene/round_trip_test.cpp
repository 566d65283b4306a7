#include "tests/scene/read_text.h"

namespace talus::scene {
namespace {

using namespace settings;

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
    for (const Section& section : registry().sections())
        for (std::size_t i = 0; i < section.size(ownersOf(scene)[section.owner]); ++i)
            for (const Parameter& row : section.parameters)
                EXPECT_TRUE(!section.applies(row, section.object(ownersOf(scene)[section.owner], i)) ||
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
    ASSERT_EQ(scene.environment.motions.size(), 2u);
    EXPECT_DOUBLE_EQ(scene.environment.motions[0].rate, 12 * 2 * 3.14159265358979323846 / 60);
    EXPECT_EQ(scene.environment.motions[1].keyframes.times, (std::vector<double>{0, 0.5, 1.25}));
    ASSERT_EQ(scene.environment.motions[1].keyframes.rotations.size(), 3u);
    EXPECT_DOUBLE_EQ(scene.environment.motions[1].keyframes.rotations[1].z, 3.14159265358979323846 / 2);
    EXPECT_EQ(scene.environment.walls[0].open, (std::vector<std::string>{"+z", "-x"}));
    const std::string text = writeResolved(scene);
    const Scene again = read(text);
    EXPECT_TRUE(valuesOf(again) == valuesOf(scene));
    EXPECT_EQ(writeResolved(again), text);
}

// Motions that groups and parents make are not written: they come again when it is read.
TEST(ResolvedScene, KeepsGroupsAndParents) {
    const Scene scene = read(R"(
format = 1
name = "groups"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
[[wall]]
name = "hub"
material = "sand"
shape = "sphere-outside"
radius = 0.1
group = "wheel"
[[wall]]
name = "spoke"
material = "sand"
shape = "box-outside"
min = [0, 0, 0.2]
max = [0.1, 0.1, 1]
group = "wheel"
[[body]]
name = "rider"
material = "sand"
radius = 0.1
position = [0, 0, 2]
motion = "prescribed"
parent = "hub"
[[motion]]
wall = "hub"
kind = "translate"
velocity = [1, 0, 0]
[[motion]]
wall = "wheel"
kind = "rotate"
axis = [0, 1, 0]
rate = 2
[[grain]]
material = "sand"
position = [0, 5, 0.4]
radius = "1 mm"
)");
    // Of the scene 2; for hub and spoke that of the group; for the rider both.
    EXPECT_EQ(scene.environment.motions.size(), 2u + 2u + 2u);
    const std::string text = writeResolved(scene);
    const Scene again = read(text);
    EXPECT_TRUE(valuesOf(again) == valuesOf(scene));
    EXPECT_EQ(writeResolved(again), text);
    EXPECT_EQ(again.environment.motions.size(), scene.environment.motions.size());
}

// Values that are awkward to write: the smallest step from a round number, tiny and huge ones, quotes.
TEST(ResolvedScene, KeepsAwkwardValuesBitByBit) {
    Scene scene = read(gallery("sand-pile.toml"));
    scene.summary = "a \"quoted\" \\ word, é";
    scene.time.dt = std::nextafter(1e-6, 1);
    scene.time.duration = 0.1 + 0.2;
    scene.time.frame_interval = 0.03;
    scene.environment.gravity = {1e-300, -0.0, -9.80665};
    grains::in(scene).params.spin = false;
    scene.environment.walls[0].plane.normal = normalized(Vec3d{1, 2, 300});
    scene.environment.walls[0].plane.point = {0, 0, -12345678.125};
    scene.render.colour_min = 1e22;
    scene.seed = 4294967295u;
    scene.output.fields = {};
    const Scene again = read(writeResolved(scene));
    EXPECT_TRUE(valuesOf(again) == valuesOf(scene));
    EXPECT_TRUE(std::signbit(again.environment.gravity.y));
}

}  // namespace
}  // namespace talus::scene
