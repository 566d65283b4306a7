// What the viewer keeps for its user: cameras, recent files; and new scenes from templates.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <list>

#include "talus/core/text_file.h"
#include "tests/support/paths.h"
#include "tests/viewer/user_fixture.h"
#include "viewer/panels/status_line.h"
#include "viewer/user/bookmarks.h"

namespace talus::viewer {
namespace {

using ::testing::HasSubstr;

class Kept : public UserTest {
  protected:
    void writeUser(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(folder / "user");
        std::ofstream(folder / "user" / name) << text;
    }
};

TEST_F(Kept, BookmarksAreOfASceneAndOutliveTheWindow) {
    openScene();
    execute("zoom 0.5");
    const picture::Camera near = viewer.camera();
    execute("bookmark near");
    execute("camera auto");
    execute("bookmark \"the whole\"");
    execute("go near");
    EXPECT_EQ(viewer.camera(), near);
    execute("go 2");
    EXPECT_FALSE(viewer.camera() == near);
    execute("go 1");
    EXPECT_EQ(viewer.camera(), near);
    Bookmarks other(folder / "user" / "bookmarks.json");
    ASSERT_TRUE(other.open("lump"));
    ASSERT_EQ(other.all().size(), 2u);
    EXPECT_EQ(other.all()[0].camera, near) << "the same bits";
    EXPECT_EQ(other.all()[1].name, "the whole");
    ASSERT_TRUE(other.open("another scene"));
    EXPECT_TRUE(other.all().empty());
    ASSERT_TRUE(other.put("x", near));
    execute("forget 1");
    EXPECT_THAT(viewer.execute("go near").error().message, HasSubstr("there are: the whole"));
    ASSERT_TRUE(other.open("another scene"));
    EXPECT_EQ(other.all().size(), 1u) << "those of other scenes stay";
}

TEST_F(Kept, ADamagedFileIsASentenceAndStaysAsItIs) {
    for (
        const char* text :
        {"{", "[]", R"({"scenes": 3})", R"({"scenes": {"lump": [1]}})", R"({"scenes": {"lump": {"a": {}}}})",
         R"({"scenes": {"lump": {"a": {"position": [0,0,0], "target": [0,0,0], "up": [0,0,1], "fov": 1}}}})",
         R"({"scenes": {"lump": {"a": {"position": [0,0,1e999], "target": [0,0,0], "up": [0,1,0], "fov": 1}}}})",
         R"({"scenes": {"lump": {"a": {"position": [0,0,1], "target": [0,0,0], "up": [0,1,0], "fov": 9}}}})"}) {
        writeUser("bookmarks.json", text);
        Bookmarks bookmarks(folder / "user" / "bookmarks.json");
        const Status opened = bookmarks.open("lump");
        ASSERT_FALSE(opened) << text;
        EXPECT_THAT(opened.error().message, HasSubstr("bookmarks.json")) << text;
        EXPECT_FALSE(bookmarks.put("a", {})) << text;
        EXPECT_EQ(readTextFile(at("user/bookmarks.json")).value(), text);
    }
    openScene();
    EXPECT_THAT(viewer.messages().back(), HasSubstr("repair or delete it"));
}

TEST_F(Kept, RecentFilesAreTheNewestTenAndMissingOnesAreMarked) {
    const std::filesystem::path file = folder / "user" / "recent.json";
    RecentFiles recent(file);
    ASSERT_TRUE(recent.load());
    for (int k = 0; k < 12; ++k) {
        const std::string name = at("scene" + std::to_string(k));
        std::ofstream(name) << "x";
        ASSERT_TRUE(recent.add(name));
    }
    ASSERT_TRUE(recent.add(at("scene5")));
    std::filesystem::remove(folder / "scene9");
    RecentFiles again(file);
    ASSERT_TRUE(again.load());
    ASSERT_EQ(again.all().size(), RecentFiles::most);
    EXPECT_EQ(again.all()[0].path, at("scene5"));
    EXPECT_EQ(again.all()[1].path, at("scene11"));
    for (const RecentFile& each : again.all())
        EXPECT_EQ(each.missing, each.path == at("scene9")) << each.path;
    writeUser("recent.json", "{\"recent\": [3]}");
    RecentFiles damaged(file);
    EXPECT_FALSE(damaged.load());
    ASSERT_TRUE(damaged.add(at("scene1")));
    EXPECT_EQ(readTextFile(file.string()).value(), "{\"recent\": [3]}")
        << "a damaged file is not overwritten";
}

TEST_F(Kept, WithoutAFolderNothingIsWritten) {
    Bookmarks bookmarks{std::filesystem::path()};
    ASSERT_TRUE(bookmarks.open("lump"));
    ASSERT_TRUE(bookmarks.put("a", {}));
    EXPECT_TRUE(bookmarks.find("1"));
    RecentFiles recent{std::filesystem::path()};
    ASSERT_TRUE(recent.load());
    ASSERT_TRUE(recent.add("x"));
    EXPECT_EQ(recent.all().size(), 1u);
}

TEST_F(Kept, ATemplateBecomesANewScene) {
    Viewer other({.templates = scenesIn(test::sourceFile("scenes/templates"), ""), .threads = 1});
    ASSERT_FALSE(other.templates().empty());
    for (const SceneEntry& entry : other.templates()) EXPECT_FALSE(entry.summary.empty()) << entry.name;
    EXPECT_THAT(other.execute("new heep " + quoted("a.toml")).error().message, HasSubstr("'heap'"));
    EXPECT_FALSE(other.execute("new heap " + quoted("a.txt")));
    const Status made = other.execute("new heap " + quoted("a.toml"));
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(other.path(), at("a.toml"));
    EXPECT_THAT(readTextFile(at("a.toml")).value(), HasSubstr("Heap"));
    EXPECT_THAT(other.execute("new dam " + quoted("a.toml")).error().message, HasSubstr("exists"));
    EXPECT_THAT(readTextFile(at("a.toml")).value(), HasSubstr("Heap"));
}

TEST_F(Kept, TheCameraGoesToWhatWasPicked) {
    openScene();
    EXPECT_FALSE(viewer.execute("frame-selection"));
    const Vec3d grain = positions().back();
    const auto pixel = picture::project(viewer.camera(), viewer.width(), viewer.height(), grain);
    execute(fmt::format("pick {} {}", pixel.x, pixel.y));
    ASSERT_TRUE(viewer.picked());
    execute("frame-selection");
    const Vec3d centre = positions()[viewer.picked()->pick.row];
    EXPECT_EQ(viewer.camera().target, centre);
    const auto middle = picture::project(viewer.camera(), 320, 240, centre);
    EXPECT_NEAR(middle.x, 160, 1);
    EXPECT_NEAR(middle.depth * std::tan(0.5 * viewer.camera().fov) * 0.1, 0.005, 1e-4)
        << "its radius of 5 mm is a tenth of half the height";
}

/// A state with grains of these ids at height id + time.
Shot shotOf(double time, const std::vector<std::uint32_t>& ids) {
    static std::list<std::vector<double>> positions;  // that the views refer to
    static std::list<std::vector<std::uint32_t>> all_ids;
    std::vector<double>& position = positions.emplace_back();
    for (const std::uint32_t id : ids) position.insert(position.end(), {0, 0, id + time});
    const auto& kept = all_ids.emplace_back(ids);
    state::PointsView points;
    points.time = time;
    points.count = ids.size();
    points.position = {"position", state::Scalar::F64, 3, std::as_bytes(std::span(position))};
    points.fields.push_back({"id", state::Scalar::U32, 1, std::as_bytes(std::span(kept))});
    Shot shot;
    shot.frame.time = time;
    shot.frame.sets.emplace("grains", points);
    return shot;
}

TEST(PickHistory, FollowsARowByItsIdUntilItIsGone) {
    const Shot first = shotOf(0, {7, 3, 5});
    EXPECT_THAT(PickHistory::begin(first, {"grains", 1, {}, 0}, "mass").error().message,
                HasSubstr("there are: position, id"));
    auto history = PickHistory::begin(first, {"grains", 1, {}, 0}, "position").value();
    EXPECT_EQ(history.name(), "grains 3 position");
    EXPECT_TRUE(history.add(shotOf(1, {3, 5, 7}), true)) << "another order";
    EXPECT_TRUE(history.add(shotOf(2, {5, 3}), true));
    const auto z = [&] { return history.table()->values(3); };
    EXPECT_THAT(z(), ::testing::ElementsAre(3, 4, 5));
    EXPECT_TRUE(history.add(shotOf(1, {3, 5, 7}), true));
    EXPECT_THAT(z(), ::testing::ElementsAre(3, 4, 5)) << "only looking back";
    EXPECT_TRUE(history.add(shotOf(1.5, {3, 5, 7}), true));
    EXPECT_THAT(z(), ::testing::ElementsAre(3, 4, 4.5)) << "it goes on from there";
    EXPECT_FALSE(history.add(shotOf(2, {5, 7}), true));
}

TEST_F(Kept, WhatIsFollowedComesWithEachState) {
    openScene();
    EXPECT_FALSE(viewer.execute("follow-pick velocity")) << "nothing is picked";
    const auto pixel = picture::project(viewer.camera(), viewer.width(), viewer.height(), positions().back());
    execute(fmt::format("pick {} {}", pixel.x, pixel.y));
    EXPECT_FALSE(viewer.execute("follow-pick colour"));
    execute("follow-pick velocity");
    execute("next-frame");
    execute("next-frame");
    ASSERT_TRUE(viewer.pickHistory());
    EXPECT_EQ(viewer.pickHistory()->table()->rows.size(), 3u);
    EXPECT_THAT(viewer.pickHistory()->table()->columns[1], HasSubstr("velocity.x [m/s]"));
    execute("follow-pick off");
    EXPECT_FALSE(viewer.pickHistory());
}

TEST(StatusLine, LeavesOutWhatMattersLeast) {
    const auto widthOf = [](const std::string& text) { return static_cast<float>(text.size()); };
    const std::vector<StatusPart> parts{{"0.1 s", 10}, {"dt 1e-5 s", 2}, {"100 grains", 8}};
    EXPECT_EQ(statusLine(parts, 100, widthOf), "0.1 s   dt 1e-5 s   100 grains");
    EXPECT_EQ(statusLine(parts, 29, widthOf), "0.1 s   100 grains");
    EXPECT_EQ(statusLine(parts, 3, widthOf), "0.1 s");
}

}  // namespace
}  // namespace talus::viewer
