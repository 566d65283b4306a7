#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "talus/method/shown/extra_sets.h"
#include "talus/run/picture/frame_picture.h"
#include "talus/run/picture/look/look_words.h"
#include "talus/run/picture/look/marks.h"
#include "tests/support/temporary_folder.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Three grains in a row, each pressed into the next, and one pressed into a side of their box; a post.
constexpr const char* text = R"(format = 1
name = "row"
[time]
duration = "0.1 s"
frame_interval = "10 ms"
[world]
gravity = [0, 0, 0]
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
restitution = 0.5
[[wall]]
name = "box"
material = "sand"
shape = "box-inside"
min = [-1, -1, -1]
max = [1, 1, 1]
[[wall]]
name = "post"
group = "furniture"
material = "sand"
shape = "box-outside"
min = [0.5, 0.5, 0.5]
max = [0.6, 0.6, 0.6]
[[grain]]
material = "sand"
position = [0, 0, 0]
radius = "10 mm"
[[grain]]
material = "sand"
position = ["19.9 mm", 0, 0]
radius = "10 mm"
[[grain]]
material = "sand"
position = ["39.5 mm", 0, 0]
radius = "10 mm"
[[grain]]
material = "sand"
position = [0.9901, 0, 0]
radius = "10 mm"
)";

class LookTest : public ::testing::Test {
  protected:
    LookTest() : viewer({.threads = 1, .history_bytes = 1 << 24}) {
        viewer.resize(160, 120);
        const std::filesystem::path file = folder / "row.toml";
        std::ofstream(file) << text;
        const Status opened = viewer.open(file.string());
        EXPECT_TRUE(opened) << opened.error().message;
        if (opened) settle();
    }
    void settle() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        for (int k = 0; k < 2 || !viewer.ready(); ++k) {
            viewer.update();
            ASSERT_LT(std::chrono::steady_clock::now(), end);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        viewer.update();
    }
    void execute(const std::string& line) {
        const Status done = viewer.execute(line);
        EXPECT_TRUE(done) << line << ": " << done.error().message;
        settle();
    }
    std::string errorOf(const std::string& line) {
        const Status done = viewer.execute(line);
        EXPECT_FALSE(done) << line;
        return done ? "" : done.error().message;
    }
    run::FramePicture picture() const {
        auto made = run::pictureOf(*viewer.shot()->scene, viewer.shot()->frame, viewer.camera(),
                                   viewer.style(), viewer.look());
        EXPECT_TRUE(made) << made.error().message;
        return std::move(*made);
    }

    test::TemporaryFolder folder;
    Viewer viewer;
};

TEST_F(LookTest, SetsAndWallsAreHiddenAndShown) {
    const auto whole = picture();
    ASSERT_EQ(whole.picture.spheres.size(), 1u);
    execute("show grains off");
    EXPECT_TRUE(picture().picture.spheres.empty());
    execute("show grains");
    EXPECT_EQ(picture().picture.spheres.size(), 1u);
    execute("show post off");
    EXPECT_EQ(picture().picture.meshes.size(), whole.picture.meshes.size() - 1);
    execute("show post on");
    execute("show furniture off");
    EXPECT_EQ(picture().picture.meshes.size(), whole.picture.meshes.size() - 1) << "the post's group";
    execute("show furniture translucent");
    const auto seen_through = picture();
    EXPECT_EQ(std::count_if(seen_through.picture.meshes.begin(), seen_through.picture.meshes.end(),
                            [](const picture::Mesh& mesh) { return mesh.translucent; }),
              1);
    execute("show furniture on");
    execute("walls hidden");
    EXPECT_TRUE(picture().picture.meshes.empty());
    EXPECT_THAT(errorOf("show grians off"), HasSubstr("grains, furniture, box, post"));
    EXPECT_THAT(errorOf("show grains of"), HasSubstr("on or off"));
    EXPECT_THAT(errorOf("walls glass"), HasSubstr("solid, translucent, edges or hidden"));
    EXPECT_THAT(errorOf("liquid gas"), HasSubstr("surface or balls"));
}

TEST_F(LookTest, EdgesTakeThePlaceOfWalls) {
    execute("walls edges");
    const auto drawn = picture();
    ASSERT_EQ(drawn.picture.meshes.size(), 2u);
    for (const picture::Mesh& mesh : drawn.picture.meshes)
        EXPECT_EQ(mesh.triangle.size(), 12u * 12u) << "twelve edges";
}

TEST_F(LookTest, ForcesAreTubesAsManyAndAsThickAsTheContacts) {
    execute("forces on");
    const auto* lines = viewer.shot()->frame.find<state::MeshView>(method::contacts_set);
    ASSERT_NE(lines, nullptr);
    ASSERT_EQ(lines->count, 3u);
    std::vector<double> forces = state::valuesOf(*lines->find("force"), 3);
    std::sort(forces.begin(), forces.end());
    // Linear springs at rest: stiffness times overlap.
    EXPECT_NEAR(forces[0], 2000 * 0.1e-3, 1e-6);
    EXPECT_NEAR(forces[1], 2000 * 0.1e-3, 1e-6);
    EXPECT_NEAR(forces[2], 2000 * 0.4e-3, 1e-6);
    execute("walls hidden");
    const auto drawn = picture();
    EXPECT_TRUE(drawn.picture.spheres.empty()) << "tubes take the place of the grains";
    ASSERT_EQ(drawn.picture.meshes.size(), 1u);
    const picture::Mesh& mesh = drawn.picture.meshes.front();
    ASSERT_EQ(mesh.position.size(), 3u * 2 * 6);
    std::vector<double> radii;
    for (std::size_t tube = 0; tube < 3; ++tube) {
        const Vec3d& p = mesh.position[12 * tube];
        radii.push_back(std::hypot(p.y, p.z));
    }
    std::sort(radii.begin(), radii.end());
    EXPECT_NEAR(radii[2] / radii[0], 2, 1e-6) << "areas are in proportion to forces";
    EXPECT_NEAR(radii[1] / radii[0], 1, 1e-6);
    ASSERT_TRUE(drawn.picture.legend);
    EXPECT_EQ(drawn.picture.legend->name, "contact force");
    execute("forces off");
    EXPECT_EQ(picture().picture.spheres.size(), 1u);
    EXPECT_EQ(viewer.shot()->frame.find<state::MeshView>(method::contacts_set), nullptr);
}

TEST_F(LookTest, ArrowsHaveTheLengthsOfTheVectors) {
    execute("walls hidden");
    execute("clip box -0.1 0.1 -1 1 -1 1");  // the row alone, whose last grain moves to +x
    execute("step 5");
    execute("arrows velocity 0.5");
    const auto drawn = picture();
    ASSERT_EQ(drawn.picture.meshes.size(), 1u);
    const auto* grains = viewer.shot()->frame.find<state::PointsView>("grains");
    double fastest = 0, reached = 0;
    for (std::size_t i = 0; i < grains->count; ++i)
        fastest = std::max(fastest, grains->find("velocity")->value(i));
    ASSERT_GT(fastest, 0);
    for (const Vec3d& p : drawn.picture.meshes[0].position) reached = std::max(reached, p.x);
    double tip = 0;
    for (std::size_t i = 0; i < grains->count; ++i)
        if (grains->at(i).x < 0.1)
            tip = std::max(tip, grains->at(i).x + 0.5 * std::max(0.0, grains->find("velocity")->value(i)));
    EXPECT_GT(tip, 0.0395 + 1e-4) << "an arrow, and not only its beginning";
    EXPECT_NEAR(reached, tip, 1e-12);
    EXPECT_THAT(drawn.picture.caption, HasSubstr("= arrow of "));
    EXPECT_THAT(errorOf("arrows speed"), HasSubstr("velocity"));
    EXPECT_THAT(errorOf("arrows velocity 0"), HasSubstr("above 0"));
    EXPECT_THAT(errorOf("arrows off 2"), HasSubstr("above 0"));
    execute("arrows off");
    EXPECT_TRUE(picture().picture.meshes.empty());
}

TEST_F(LookTest, CellsAndBoundsAreWires) {
    execute("walls hidden");
    execute("cells on");
    const auto* cells = viewer.shot()->frame.find<state::PointsView>("grains_cells");
    ASSERT_NE(cells, nullptr);
    EXPECT_GE(cells->count, 2u);
    EXPECT_GE(cells->find("size")->value(0), 20e-3) << "at least a diameter";
    EXPECT_EQ(picture().picture.meshes.at(0).triangle.size(), cells->count * 12 * 8);
    execute("cells off");
    execute("bounds on");
    const auto drawn = picture();
    ASSERT_EQ(drawn.picture.meshes.size(), 1u);
    std::vector<std::string> texts;
    for (const picture::Label& label : drawn.picture.labels) texts.push_back(label.text);
    EXPECT_THAT(texts, Contains("grains"));
    EXPECT_THAT(texts, Contains("1.01 m"));
    EXPECT_THAT(texts, Contains("2 cm"));
}

TEST_F(LookTest, AClipLeavesAPart) {
    execute("walls hidden");
    execute("clip plane 2 0 0 0.01");
    EXPECT_EQ(picture().picture.spheres.at(0).centre.size(), 3u);
    execute("clip box -0.01 0.01 -1 1 -1 1");
    EXPECT_EQ(picture().picture.spheres.at(0).centre.size(), 1u);
    // The grains are in a row along x, at y = z = 0.
    for (const char* beside : {"-1 -0.5 -1 1 -1 1", "1.5 2 -1 1 -1 1", "-1 1 -1 -0.1 -1 1", "-1 1 0.1 1 -1 1",
                               "-1 1 -1 1 -1 -0.1", "-1 1 -1 1 0.1 1"}) {
        execute(std::string("clip box ") + beside);
        EXPECT_TRUE(picture().picture.spheres.empty()) << beside;
    }
    execute("clip off");
    EXPECT_EQ(picture().picture.spheres.at(0).centre.size(), 4u);
    EXPECT_THAT(errorOf("clip plane 0 0 0 1"), HasSubstr("zero"));
    EXPECT_THAT(errorOf("clip plane 0 0 1"), HasSubstr("OFFSET"));
    EXPECT_THAT(errorOf("clip box 1 0 0 1 0 1"), HasSubstr("above"));
    EXPECT_THAT(errorOf("clip sphere"), HasSubstr("plane"));
    for (const char* words : {"off", "plane 0 0 1 0.25", "box 0 1 0 2 -1 0.5"})
        EXPECT_EQ(run::clipText(run::parseClip(words).value()), words);
}

TEST_F(LookTest, ColoursHaveARangeAScaleAndAMap) {
    EXPECT_THAT(errorOf("colour-range lock"), HasSubstr("colour by a field"));
    execute("colour radius");
    execute("colour-range lock");
    EXPECT_EQ(viewer.style().scale.low, picture().picture.legend->low);
    execute("colour-range -1 2");
    EXPECT_EQ(picture().picture.legend->low, -1);
    EXPECT_THAT(errorOf("colour-scale log"), HasSubstr("above 0"));
    EXPECT_THAT(errorOf("colour-range 2 1"), HasSubstr("below"));
    EXPECT_THAT(errorOf("colour-range now"), HasSubstr("auto"));
    execute("colour-range auto");
    execute("colour-scale log");
    EXPECT_TRUE(picture().picture.legend->logarithmic);
    EXPECT_THAT(errorOf("colour-range 0 1"), HasSubstr("logarithmic"));
    EXPECT_THAT(errorOf("colour-scale cubic"), HasSubstr("linear or log"));
    execute("colour-map inferno");
    EXPECT_EQ(picture().picture.legend->map, picture::ColourMap::Inferno);
    EXPECT_THAT(errorOf("colour-map rainbow"), HasSubstr("viridis, plasma, inferno"));
    execute("colour-range 0.001 1");
    execute("colour mass");
    EXPECT_FALSE(viewer.style().scale.low) << "a range belongs to its field";
}

TEST_F(LookTest, LightBackgroundAndMaterialsAreOfThePictureOnly) {
    execute("background 0 0 0.5");
    execute("light 0 90");
    execute("material-colour sand 1 0 0");
    const auto drawn = picture();
    EXPECT_EQ(drawn.picture.background.top, (picture::Colour{0, 0, 0.5f}));
    EXPECT_NEAR(drawn.picture.light.to_sun.z, 1, 1e-12);
    EXPECT_GT(drawn.picture.spheres[0].colour[0].r, 2 * drawn.picture.spheres[0].colour[0].g);
    EXPECT_FALSE(viewer.hasUnsavedChanges());
    execute("background scene");
    execute("material-colour sand scene");
    execute("light scene");
    EXPECT_EQ(viewer.look(), run::Look{});
    EXPECT_THAT(errorOf("background 0 0 2"), HasSubstr("from 0 to 1"));
    EXPECT_THAT(errorOf("background red"), HasSubstr("not a number"));
    EXPECT_THAT(errorOf("light 0 0"), HasSubstr("above 0"));
    EXPECT_THAT(errorOf("material-colour snow 1 1 1"), HasSubstr("there are: sand"));
    EXPECT_THAT(errorOf("contours 1"), HasSubstr("no ground"));
    EXPECT_THAT(errorOf("contours -1"), HasSubstr("above 0"));
}

TEST_F(LookTest, ResettingShowsEverythingAsTheSceneSays) {
    for (const char* line :
         {"show grains off", "walls edges", "clip plane 1 0 0 0", "bounds on", "colour radius"})
        execute(line);
    execute("reset-look");
    EXPECT_EQ(viewer.look(), run::Look{});
    EXPECT_EQ(viewer.colour(), "material");
}

TEST_F(LookTest, LiquidsAreBallsWhereAsked) {
    const std::filesystem::path file = folder / "dam.toml";
    std::ofstream(file) << R"(format = 1
name = "dam"
[time]
duration = "1 s"
[[material]]
name = "glass"
[[wall]]
name = "tank"
material = "glass"
shape = "box-inside"
min = [0, 0, 0]
max = ["20 cm", "10 cm", "20 cm"]
[water]
spacing = "10 mm"
[[water_block]]
name = "dam"
min = [0, 0, 0]
max = ["10 cm", "10 cm", "10 cm"]
)";
    execute("open " + file.string());
    ASSERT_EQ(picture().picture.liquids.size(), 1u);
    const std::size_t particles = picture().picture.liquids[0].centre.size();
    execute("liquid balls");
    const auto drawn = picture();
    EXPECT_TRUE(drawn.picture.liquids.empty());
    ASSERT_EQ(drawn.picture.spheres.size(), 1u);
    EXPECT_EQ(drawn.picture.spheres[0].centre.size(), particles);
    execute("liquid surface");
    EXPECT_EQ(picture().picture.liquids.size(), 1u);
    // A particle in the middle of the block, seen from above.
    execute("walls hidden");
    viewer.setCamera({{0.055, 0.054, 1}, {0.055, 0.055, 0.095}, {0, 0, 1}, 0.5});
    execute("pick 80 60");
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.picked()->pick.set, "water");
    EXPECT_THAT(viewer.picked()->no_contacts, HasSubstr("water has no contacts"));
}

/// Records two frames, with the contacts where `fields` names them, and opens them.
std::string recordAndOpen(Viewer& viewer, const std::filesystem::path& folder, const std::string& fields) {
    const std::string file = (folder / "recorded.toml").string(), run = (folder / "run").string();
    std::ofstream(file) << text << "[output]\nfields = " << fields << "\n";
    for (const std::string& line : {"open " + file, "record " + run, std::string("next-frame"),
                                    std::string("end-record"), "open " + run}) {
        if (Status done = viewer.execute(line); !done) return done.error().message;
        for (int k = 0; k < 30'000 && (k < 2 || !viewer.ready()); ++k) {
            viewer.update();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return "";
}

TEST_F(LookTest, ARecordedRunShowsItsContactsIfItHasThem) {
    ASSERT_EQ(recordAndOpen(viewer, folder / ".", R"(["velocity", "radius", "material", "id"])"), "");
    ASSERT_FALSE(viewer.isLive());
    EXPECT_THAT(errorOf("forces on"), HasSubstr("output.fields"));
    EXPECT_THAT(errorOf("cells on"), HasSubstr("run.toml"));
    execute("show grains off");
    EXPECT_TRUE(picture().picture.spheres.empty());
}

TEST_F(LookTest, ARecordedRunWithContactsShowsThem) {
    ASSERT_EQ(recordAndOpen(viewer, folder / ".", R"(["radius", "material", "contact_force"])"), "");
    ASSERT_FALSE(viewer.isLive());
    execute("forces on");
    execute("walls hidden");
    const auto drawn = picture();
    ASSERT_EQ(drawn.picture.meshes.size(), 1u);
    EXPECT_EQ(drawn.picture.meshes[0].position.size(), 3u * 2 * 6);
}

}  // namespace
}  // namespace talus::viewer
