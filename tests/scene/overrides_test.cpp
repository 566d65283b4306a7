#include <fstream>
#include <sstream>

#include "talus/scene/reader.h"
#include "tests/support/granular.h"

namespace talus::scene {
namespace {

const std::string text = R"(format = 1
name = "drop"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
[[emitter]]
name = "left"
material = "sand"
centre = [-1, 0, 1]
[[emitter]]
name = "right"
material = "sand"
centre = [1, 0, 1]
)";

ReadResult readWith(const std::vector<std::string>& overrides) {
    return readScene(text, "drop.toml", overrides, {.memory_bytes = 64e9});
}

Scene sceneWith(const std::vector<std::string>& overrides) {
    const ReadResult result = readWith(overrides);
    EXPECT_EQ(result.diagnostics.format("drop.toml", text), "");
    return result.scene.value_or(Scene{});
}

std::string errorsOf(const std::string& override_text) {
    return readWith({override_text}).diagnostics.format("drop.toml", text);
}

TEST(Overrides, ReplaceAndAddValues) {
    const Scene scene =
        sceneWith({"time.duration=20 ms", "time.frame_interval=\"10 ms\"", "seed=9", "emitter.right.rate=500",
                   "emitter[0].count=5000", "contact[0].friction=0.2", "contact[0].law=linear",
                   "world.gravity=[0, 0, \"-2 m/s^2\"]", "grains.spin=false", "emitter.left.centre=[0,0,2]"});
    EXPECT_EQ(scene.time.duration, 0.02);
    EXPECT_EQ(scene.time.frame_interval, 0.01);
    EXPECT_EQ(scene.seed, 9u);
    EXPECT_EQ(grains::in(scene).emitters[1].rate, 500);
    EXPECT_EQ(grains::in(scene).emitters[0].rate, 1000);
    EXPECT_EQ(grains::in(scene).emitters[0].count, 5000u);
    EXPECT_EQ(grains::in(scene).emitters[0].centre.z, 2);
    EXPECT_EQ(grains::in(scene).contacts[0].friction, 0.2);
    EXPECT_EQ(grains::in(scene).contacts[0].law, "linear");
    EXPECT_EQ(scene.environment.gravity.z, -2);
    EXPECT_FALSE(grains::in(scene).params.spin);
}

TEST(Overrides, TheLastOneCounts) { EXPECT_EQ(sceneWith({"seed=2", "seed=3"}).seed, 3u); }

TEST(Overrides, AnErrorPointsIntoTheOption) {
    EXPECT_EQ(errorsOf("contact[0].frictoin=0.2"),
              "--set:1:12: error: unknown key 'frictoin' in [[contact]]\n"
              "    1 | contact[0].frictoin=0.2\n"
              "      |            ^~~~~~~~ did you mean 'friction'? (>= 0, default 0.5)\n");
    EXPECT_EQ(errorsOf("emitter.left.radius=-1"),
              "--set:1:21: error: 'radius' must be > 0, not -1\n"
              "    1 | emitter.left.radius=-1\n"
              "      |                     ^~ m, > 0, default 0.02\n");
    EXPECT_EQ(errorsOf("emitter.lift.rate=1"),
              "--set:1:9: error: no [[emitter]] is named 'lift'\n"
              "    1 | emitter.lift.rate=1\n"
              "      |         ^~~~ did you mean 'left'?\n");
    EXPECT_EQ(errorsOf("world.gravity=[0, 0, \"1 s\"]"),
              "--set:1:22: error: 'gravity' must be in m/s^2, but '1 s' is in s\n"
              "    1 | world.gravity=[0, 0, \"1 s\"]\n"
              "      |                      ^~~~~ for example [0.0, 0.0, -9.81]\n");
}

TEST(Overrides, UnnamedTablesAreAddressedByNumber) {
    const std::string with_camera = text + "[[camera]]\nposition = [1, 1, 1]\n";
    EXPECT_THAT(readScene(with_camera, "drop.toml", {{"camera.main.fov=\"20 deg\""}}, {.memory_bytes = 64e9})
                    .diagnostics.format("drop.toml", with_camera),
                testing::HasSubstr("write camera[0].fov=... for the one without a name"));
}

TEST(Overrides, WrongPathsAreRefusedWithTheRightOne) {
    const auto has = [](const char* part) { return testing::HasSubstr(part); };
    EXPECT_THAT(errorsOf("duration"), has("this is not of the form key=value"));
    EXPECT_THAT(errorsOf("=5"), has("this is not of the form key=value"));
    EXPECT_THAT(errorsOf("tme.duration=5"), has("unknown table 'tme'"));
    EXPECT_THAT(errorsOf("tme.duration=5"), has("did you mean 'time'?"));
    EXPECT_THAT(errorsOf("emitter.rate=5"), has("write emitter[0].rate=... or emitter.NAME.rate=..."));
    EXPECT_THAT(errorsOf("emitter[2].rate=5"), has("the scene has 2 [[emitter]]; the first is emitter[0]"));
    EXPECT_THAT(errorsOf("emitter[x].rate=5"), has("the number in brackets cannot be read"));
    EXPECT_THAT(errorsOf("emitter[.rate=5"), has("the number in brackets cannot be read"));
    EXPECT_THAT(errorsOf("contact.sand.friction=1"), has("[[contact]] has no names"));
    EXPECT_THAT(errorsOf("wall[0].visible=true"), has("the scene has no [[wall]]"));
    EXPECT_THAT(errorsOf("time[0].dt=1"), has("[time] is one table"));
    EXPECT_THAT(errorsOf("time.a.dt=1"), has("[time] is one table"));
    EXPECT_THAT(errorsOf("a.b.c.d=1"), has("the path has too many parts"));
    EXPECT_THAT(errorsOf("time.=1"), has("the key is missing"));
    EXPECT_THAT(errorsOf("time.dt[0]=1"), has("a key takes no number in brackets"));
    EXPECT_THAT(errorsOf("seed=1\nname=\"x\""), has("'seed' must be a whole number"));
}

}  // namespace
}  // namespace talus::scene
