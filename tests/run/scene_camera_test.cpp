// Cameras of scenes at the time of a frame.
#include "talus/run/picture/scene_camera.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

namespace talus::run {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double aspect = 16.0 / 9;

/// A ball falls, a paddle moves to the right, and two grains lie or fly.
const std::string head = R"(
format = 1
name = "cameras"
[time]
duration = "1 s"
frame_interval = "0.1 s"
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
[[wall]]
name = "floor"
material = "sand"
normal = [0, 0, 1]
[[wall]]
name = "paddle"
material = "sand"
shape = "box-outside"
min = [1, 0, 0.1]
max = [1.2, 0.2, 0.3]
[[motion]]
wall = "paddle"
kind = "translate"
velocity = [0.5, 0, 0]
[[body]]
name = "ball"
material = "sand"
shape = "sphere"
radius = 0.05
position = [3, 0, 2]
[[grain]]
material = "sand"
position = [0, 0, 0.005]
radius = "5 mm"
[[grain]]
material = "sand"
position = [0, 2, 1]
radius = "5 mm"
velocity = [4, 0, 0]
)";

scene::Scene sceneWith(const std::string& cameras) {
    const scene::ReadResult read = scene::readScene(head + cameras, "scene.toml");
    if (!read.scene) throw std::runtime_error(read.diagnostics.format("scene.toml", head + cameras));
    return *read.scene;
}

picture::Camera cameraAt(const scene::Scene& scene, const std::string& name, const Frame& frame) {
    const auto camera = SceneCamera::find(scene, name);
    if (!camera) throw std::runtime_error(camera.error().message);
    const auto at = camera->at(scene, frame, aspect);
    if (!at) throw std::runtime_error(at.error().message);
    return *at;
}

TEST(SceneCamera, AFixedOneIsWhereItIsSaidToBe) {
    const scene::Scene scene = sceneWith(R"(
[[camera]]
name = "still"
position = [3, -2, 1]
target = [1, 0, 0.5]
fov = "33 deg"
)");
    for (const double time : {0.0, 0.7})
        EXPECT_EQ(cameraAt(scene, "still", {.time = time}),
                  picture::lookAt({3, -2, 1}, {1, 0, 0.5}, scene.cameras[0].fov));
    EXPECT_NEAR(scene.cameras[0].fov, 33 * std::numbers::pi / 180, 1e-12);
    EXPECT_FALSE(SceneCamera::find(scene, "still")->moves());
}

TEST(SceneCamera, KeyframesAreMetAndHeld) {
    const scene::Scene scene = sceneWith(R"(
[[camera]]
name = "film"
kind = "keyframes"
times = ["0.2 s", "0.5 s", "0.9 s"]
positions = [[1, 0, 1], [0, -2, 1], [0, -3, 2]]
targets = [[0, 0, 0], [0, 0, 0.5], [1, 0, 0]]
fovs = ["30 deg", "20 deg", "40 deg"]
)");
    const auto& camera = scene.cameras.front();
    for (std::size_t i = 0; i < 3; ++i) {
        const auto at = cameraAt(scene, "film", {.time = camera.times[i]});
        EXPECT_LT(length(at.position - camera.positions[i]), 1e-12);
        EXPECT_LT(length(at.target - camera.targets[i]), 1e-12);
        EXPECT_NEAR(at.fov, camera.fovs[i], 1e-12);
    }
    EXPECT_EQ(cameraAt(scene, "film", {.time = 0}), cameraAt(scene, "film", {.time = 0.2}));
    EXPECT_EQ(cameraAt(scene, "film", {.time = 1}), cameraAt(scene, "film", {.time = 0.9}));
}

TEST(SceneCamera, AnOrbitKeepsItsDistanceAndReturnsAfterItsPeriod) {
    const scene::Scene scene = sceneWith(R"(
[[camera]]
name = "turn"
kind = "orbit"
position = [3, 1, 1]
target = [1, 0, 0.5]
period = "0.4 s"
)");
    const auto start = cameraAt(scene, "turn", {.time = 0});
    EXPECT_EQ(start.position, (Vec3d{3, 1, 1}));
    for (const double time : {0.1, 0.25, 0.3}) {
        const auto at = cameraAt(scene, "turn", {.time = time});
        EXPECT_EQ(at.target, start.target);
        EXPECT_NEAR(length(at.position - at.target), length(start.position - start.target), 1e-12);
        EXPECT_GT(length(at.position - start.position), 1);
    }
    // A quarter of the way round, anticlockwise seen from above: (2, 1) from the target becomes (-1, 2).
    EXPECT_LT(length(cameraAt(scene, "turn", {.time = 0.1}).position - Vec3d{0, 2, 1}), 1e-9);
    EXPECT_LT(length(cameraAt(scene, "turn", {.time = 0.8}).position - start.position), 1e-9);
    // The automatic orbit takes the whole run.
    const auto first = cameraAt(scene, "orbit", {.time = 0});
    EXPECT_GT(length(cameraAt(scene, "orbit", {.time = 0.5}).position - first.position), 1);
    EXPECT_LT(length(cameraAt(scene, "orbit", {.time = 1}).position - first.position), 1e-9);
}

TEST(SceneCamera, FollowsBodiesWallsAndWhatFlows) {
    const scene::Scene scene = sceneWith(R"(
[[camera]]
name = "body"
kind = "follow"
follow = "ball"
offset = [0, -2, 1]
[[camera]]
name = "wall"
kind = "follow"
follow = "paddle"
[[camera]]
name = "flow"
kind = "follow"
)");
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(simulation) << simulation.error().message;
    const auto before = frameOfAll(*simulation);
    ASSERT_TRUE(before);
    EXPECT_LT(length(cameraAt(scene, "body", *before).target - Vec3d{3, 0, 2}), 1e-9);
    while (simulation->world().time < 0.2) simulation->advance(16);
    const auto after = frameOfAll(*simulation);
    ASSERT_TRUE(after);
    const double time = after->time;
    const auto body = cameraAt(scene, "body", *after);
    EXPECT_LT(length(body.target - Vec3d{3, 0, 2 - 0.5 * 9.81 * time * time}), 1e-3) << "it falls freely";
    EXPECT_LT(length(body.position - body.target - Vec3d{0, -2, 1}), 1e-12);
    EXPECT_LT(length(cameraAt(scene, "wall", *after).target - Vec3d{1.1 + 0.5 * time, 0.1, 0.2}), 1e-9);
    const Vec3d flow = cameraAt(scene, "flow", *after).target;
    const Vec3d flies{4 * time, 2, 1 - 0.5 * 9.81 * time * time};
    EXPECT_LT(length(flow - flies), 0.05) << "the grain at rest hardly counts";
    EXPECT_GT(length(flow - flies), 1e-4) << "but it does";
}

TEST(SceneCamera, TellsWhatAFrameLacks) {
    const scene::Scene scene = sceneWith("[[camera]]\nname = \"flow\"\nkind = \"follow\"\n");
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(simulation);
    const auto frame = frameOf(*simulation, {});
    ASSERT_TRUE(frame);
    const auto camera = SceneCamera::find(scene, "");
    ASSERT_TRUE(camera);
    EXPECT_THAT(camera->fields(), ElementsAre("velocity"));
    EXPECT_TRUE(camera->moves());
    const auto at = camera->at(scene, *frame, aspect);
    ASSERT_FALSE(at);
    EXPECT_THAT(at.error().message, HasSubstr("'grains' of the frame has no velocity"));
    EXPECT_THAT(cameraNames(scene), ElementsAre("flow", "auto", "orbit"));
    EXPECT_FALSE(SceneCamera::find(scene, "sky"));
}

}  // namespace
}  // namespace talus::run
