// What was clicked: values and contacts that follow the state, partners, and the camera that goes there.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "talus/run/picture/frame_picture.h"
#include "talus/run/session/picks/pick_wall.h"
#include "tests/viewer/viewer_fixture.h"

namespace talus::viewer {
namespace {

using ::testing::HasSubstr;

/// Two grains that overlap by 0.1 mm, a post into which the second is pressed, and a ball.
constexpr const char* row = R"(format = 1
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
name = "post"
material = "sand"
shape = "box-outside"
min = ["29.7 mm", "-50 mm", "-50 mm"]
max = ["60 mm", "50 mm", "50 mm"]
[[wall]]
name = "far"
material = "sand"
shape = "plane"
point = [0, "-2 m", 0]
normal = [0, 1, 0]
[[body]]
name = "ball"
material = "sand"
radius = "20 mm"
position = ["-0.1 m", 0, 0]
[[grain]]
material = "sand"
position = [0, 0, 0]
radius = "10 mm"
[[grain]]
material = "sand"
position = ["19.9 mm", 0, 0]
radius = "10 mm"
)";

class PicksTest : public ViewerTest {
  protected:
    void SetUp() override {
        const Status opened = viewer.open(write(row));
        ASSERT_TRUE(opened) << opened.error().message;
        settle();
        viewer.setCamera({{-0.02, -0.5, 0}, {-0.02, 0, 0}, {0, 0, 1}, 0.5});
    }
    /// Clicks on a point of the scene.
    void click(const Vec3d& point) {
        const auto pixel = picture::project(viewer.camera(), viewer.width(), viewer.height(), point);
        execute(fmt::format("pick {:.6g} {:.6g}", pixel.x, pixel.y));
    }
    std::string errorOf(const std::string& line) {
        const Status done = viewer.execute(line);
        EXPECT_FALSE(done) << line;
        return done ? "" : done.error().message;
    }
};

TEST_F(PicksTest, AGrainHasItsContactsAndTheirPartnersCanBePicked) {
    click({0.0199, -0.01, 0});
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.pickName(), "grains 1");
    EXPECT_EQ(viewer.picked()->no_contacts, "") << "they were asked for, and came with a later state";
    ASSERT_EQ(viewer.picked()->contacts.size(), 2u);
    EXPECT_EQ(viewer.picked()->contacts[0].with, "post");
    EXPECT_NEAR(viewer.picked()->contacts[1].normal_force, 2000 * 0.1e-3, 1e-6);
    EXPECT_THAT(errorOf("pick-partner 3"), HasSubstr("2 contacts"));
    EXPECT_THAT(errorOf("pick-partner 0"), HasSubstr("from 1"));
    execute("pick-partner 2");
    EXPECT_EQ(viewer.pickName(), "grains 0");
    ASSERT_EQ(viewer.picked()->contacts.size(), 1u);
    execute("pick-partner 1");
    execute("pick-partner 1");
    EXPECT_EQ(viewer.pickName(), "wall post");
    ASSERT_EQ(viewer.picked()->contacts.size(), 1u);
    EXPECT_EQ(viewer.picked()->contacts[0].with, "grain 1");
    EXPECT_THAT(errorOf("follow-pick velocity"), HasSubstr("columns"));
}

TEST_F(PicksTest, ValuesAndContactsAreThoseOfTheStateThatIsShown) {
    click({0.0199, -0.01, 0});
    const auto velocity = [&] {
        for (const run::PickedValue& value : viewer.picked()->values)
            if (value.name == "velocity") return value.components.at(0);
        return 0.0;
    };
    EXPECT_EQ(velocity(), 0);
    ASSERT_FALSE(viewer.picked()->contacts.empty());
    const double before = viewer.picked()->contacts[0].normal_force;
    execute("step 3");
    ASSERT_TRUE(viewer.picked());
    ASSERT_FALSE(viewer.picked()->contacts.empty());
    EXPECT_NE(velocity(), 0);
    EXPECT_NE(viewer.picked()->contacts[0].normal_force, before);
    execute("seek 10");  // the springs have pushed them apart
    EXPECT_TRUE(viewer.picked()->contacts.empty());
}

TEST_F(PicksTest, WallsAndBodiesArePickedUnlessTheyAreHidden) {
    click({0.045, -0.05, 0.01});
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.pickName(), "wall post");
    click({-0.1, -0.02, 0});
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.pickName(), "body ball");
    execute("show post translucent");
    click({0.045, -0.05, 0.01});
    ASSERT_TRUE(viewer.picked()) << "nothing is behind it";
    execute("show post off");
    click({0.045, -0.05, 0.01});
    EXPECT_FALSE(viewer.picked());
    execute("clip plane 1 0 0 0.01");
    click({0, -0.01, 0});
    EXPECT_FALSE(viewer.picked()) << "the clip hides the first grain";
    click({0.0199, -0.01, 0});
    ASSERT_TRUE(viewer.picked());
    EXPECT_EQ(viewer.pickName(), "grains 1");
}

/// Whether a picture shows all of a box.
bool isSeen(const Viewer& viewer, const geometry::Box& box) {
    for (int k = 0; k < 8; ++k) {
        const auto p =
            picture::project(viewer.camera(), viewer.width(), viewer.height(), geometry::cornerOf(box, k));
        if (!(p.depth > 0 && p.x > 0 && p.y > 0 && p.x < viewer.width() && p.y < viewer.height()))
            return false;
    }
    return true;
}

TEST_F(PicksTest, TheCameraShowsAllOfAWallAndOfABody) {
    click({0.03, -0.05, 0.01});
    execute("frame-selection");
    EXPECT_NEAR(length(viewer.camera().target - Vec3d{0.04485, 0, 0}), 0, 1e-9) << "the middle of the post";
    EXPECT_TRUE(isSeen(viewer, {{0.0297, -0.05, -0.05}, {0.06, 0.05, 0.05}}));
    EXPECT_FALSE(isSeen(viewer, {{-0.02, -0.1, -0.1}, {0.11, 0.1, 0.1}})) << "and not much more";
    viewer.setCamera({{-0.02, -0.5, 0}, {-0.02, 0, 0}, {0, 0, 1}, 0.5});
    click({-0.09, -0.017, 0});
    execute("frame-selection");
    EXPECT_NEAR(length(viewer.camera().target - Vec3d{-0.1, 0, 0}), 0, 1e-9);
    EXPECT_TRUE(isSeen(viewer, {{-0.12, -0.02, -0.02}, {-0.08, 0.02, 0.02}}));
}

TEST_F(PicksTest, WallsAreTranslucentAllOrByName) {
    const auto translucent = [&] {
        const auto made = run::pictureOf(*viewer.shot()->scene, viewer.shot()->frame, viewer.camera(),
                                         viewer.style(), viewer.look());
        EXPECT_TRUE(made) << made.error().message;
        std::vector<std::string> names;
        for (const picture::Mesh& mesh : made->picture.meshes)
            if (mesh.translucent) names.push_back(mesh.name);
        for (const picture::Obstacle& obstacle : made->picture.obstacles)
            if (obstacle.translucent) names.push_back(obstacle.name);
        EXPECT_EQ(made->picture.opacity, viewer.look().opacity);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(translucent(), Names{});
    execute("walls translucent");
    EXPECT_EQ(translucent(), Names{"post"}) << "planes stay solid";
    execute("show far translucent");
    EXPECT_EQ(translucent().size(), 2u) << "unless they are named";
    execute("show far on");
    execute("walls solid");
    execute("show bodies translucent");
    EXPECT_EQ(translucent(), Names{"ball"});
    execute("opacity 0.5");
    execute("clip plane 1 0 0 -0.1");
    EXPECT_EQ(translucent(), Names{"ball"}) << "also where it is cut";
    execute("show bodies on");
    EXPECT_EQ(translucent(), Names{});
    EXPECT_THAT(errorOf("show grains translucent"), HasSubstr("only walls and bodies"));
    EXPECT_THAT(errorOf("opacity 1"), HasSubstr("between 0"));
    EXPECT_THAT(errorOf("opacity thin"), HasSubstr("between 0"));
}

TEST_F(PicksTest, WhileARunIsRecordedTheHandSaysWhatToDo) {
    execute("record " + (folder / "run").string());
    for (const char* line : {"drop ball 0.01 160 120", "grab 160 120", "move post 0 0 0.01"})
        EXPECT_THAT(errorOf(line), HasSubstr("save the scene")) << line;
    execute("end-record");
    execute("move post 0 0 0.01");
}

}  // namespace
}  // namespace talus::viewer
