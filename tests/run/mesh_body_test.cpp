// Bodies whose shape is a mesh, in scenes with ground.
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/sand_on_ground.h"

namespace talus::run {
namespace {

using test::TemporaryFolder;

/// A cube of 4 units whose corner is in the origin.
const char* cube = R"(v 0 0 0
v 4 0 0
v 4 4 0
v 0 4 0
v 0 0 4
v 4 0 4
v 4 4 4
v 0 4 4
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

scene::ReadResult readWith(const Path& folder, const std::string& body) {
    const test::SandOnGround sand{.name = "cube",
                                  .time = "duration = 0.4\nframe_interval = 0.04",
                                  .contact = "stiffness = 200",
                                  .ground = "sand"};
    return scene::readScene(sand.text() + R"(
[soil]
[[fill]]
name = "rain"
material = "sand"
min = [-0.02, -0.02, 0.12]
max = [0.02, 0.02, 0.14]
grain_radius = 0.003
[[body]]
name = "cube"
material = "sand"
)" + body,
                            (folder / "scene.toml").string(), {}, scene::Machine{});
}

double heightAtEnd(const Path& run) {
    const auto stats = io::readCsv(run / "stats.csv").value();
    return stats.rows.back()[static_cast<std::size_t>(stats.find("body.cube.z"))];
}

// A cube from a file does what a box of its size does, whose corners are where the file says: it falls,
// presses the ground and carries grains that fall on it. Within the round-off of a search for the nearest
// triangle.
TEST(MeshBody, FallsLikeTheBoxThatItIs) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "cube.obj", cube));
    const auto mesh =
        readWith(folder.path(),
                 "shape = \"mesh\"\nfile = \"cube.obj\"\nscale = 0.01\nposition = [-0.02, -0.02, "
                 "0.03]\n");
    const auto box = readWith(folder.path(),
                              "shape = \"box\"\nsize = [0.04, 0.04, 0.04]\nposition = [0, 0, "
                              "0.05]\n");
    ASSERT_TRUE(mesh.scene) << mesh.diagnostics.format("scene.toml", "");
    ASSERT_TRUE(box.scene) << box.diagnostics.format("scene.toml", "");
    ASSERT_TRUE(test::startRun(*mesh.scene, folder / "mesh", test::optionsTo(10)));
    ASSERT_TRUE(test::startRun(*box.scene, folder / "box", test::optionsTo(10)));
    const double z = heightAtEnd(folder / "box");
    EXPECT_LT(z, 0.0195) << "it has pressed the ground";
    EXPECT_NEAR(heightAtEnd(folder / "mesh"), z, 1e-4);

    scene::Scene scene = *mesh.scene;
    scene.output.checkpoint_frames = 4;
    ASSERT_TRUE(test::startRun(scene, folder / "cut", test::optionsTo(4), {}, 2));
    ASSERT_TRUE(test::resumeRun(scene, folder / "cut", test::optionsTo(10), {}, {}, 2));
    test::expectSameRun(folder / "mesh", folder / "cut");
}

TEST(MeshBody, IsRefusedWhereItIsOpen) {
    const TemporaryFolder folder;
    std::string open = cube;
    open.erase(open.find("f 1 2 6 5"));
    ASSERT_TRUE(io::writeFile(folder / "open.obj", open));
    const auto read = readWith(
        folder.path(), "shape = \"mesh\"\nfile = \"open.obj\"\nscale = 0.01\nposition = [0, 0, 0.03]\n");
    EXPECT_FALSE(read.scene);
    EXPECT_THAT(read.diagnostics.format("scene.toml", ""),
                ::testing::HasSubstr("the mesh of [[body]] 'cube' is not closed: 8 sides of its triangles"));
}

TEST(MeshBody, IsRefusedWhereItIsInsideOut) {
    const TemporaryFolder folder;
    std::string turned = cube;
    for (std::size_t at = turned.find("f "); at != std::string::npos; at = turned.find("f ", at + 1))
        std::reverse(turned.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                     turned.begin() + static_cast<std::ptrdiff_t>(at) + 9);
    ASSERT_TRUE(io::writeFile(folder / "turned.obj", turned));
    const auto read = readWith(
        folder.path(), "shape = \"mesh\"\nfile = \"turned.obj\"\nscale = 0.01\nposition = [0, 0, 0.03]\n");
    EXPECT_FALSE(read.scene);
    EXPECT_THAT(read.diagnostics.format("scene.toml", ""),
                ::testing::HasSubstr("the mesh of [[body]] 'cube' is inside out"));
}

}  // namespace
}  // namespace talus::run
