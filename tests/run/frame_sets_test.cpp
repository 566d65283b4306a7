// A method that Talus does not have, whose frames are a mesh, lines and a volume (tests/consumer): what a run
// does with points it must do with those.
#include "talus/io/vtk/export_set.h"
#include "talus/run/compare/diff.h"
#include "talus/run/plot_run.h"
#include "talus/run/repair/repair_frames.h"
#include "talus/run/session/frame_drawer.h"
#include "tests/consumer/sheet_method.h"
#include "tests/run/small_run.h"

namespace talus::run {
namespace {

using test::optionsTo;
using test::TemporaryFolder;
using ::testing::Contains;
using ::testing::HasSubstr;

const method::Methods& methods() {
    static const method::Methods all = [] {
        method::Methods list = scene::methods();
        list.push_back(outside::sheet());
        return list;
    }();
    return all;
}

scene::Scene sheetScene() {
    const scene::ReadResult read = scene::readScene(
        "format = 1\nname = \"sheet\"\n[time]\nduration = 0.2\nframe_interval = 0.02\n"
        "[output]\ncheckpoint_frames = 2\n[sheet]\ncells = 8\n[render]\nsize = [64, 48]\n",
        "scene.toml", {}, scene::Machine{}, {}, methods());
    if (!read.scene) throw std::runtime_error(read.diagnostics.format("scene.toml", ""));
    return *read.scene;
}

const char* files[] = {"sheet.0003.vtp", "threads.0003.vtp", "haze.0003.vti"};

TEST(FrameSetRuns, FramesHoldEachKind) {
    const TemporaryFolder folder;
    ASSERT_TRUE(test::startRun(sheetScene(), folder / "run", optionsTo(3)));
    const auto frame = readFrame(listFrames(folder / "run").back());
    ASSERT_TRUE(frame) << frame.error().message;
    EXPECT_EQ(frame->time, 0.06);
    const auto *sheet = frame->find<state::MeshView>("sheet"),
               *threads = frame->find<state::MeshView>("threads");
    const auto* haze = frame->find<state::VolumeView>("haze");
    ASSERT_TRUE(sheet && threads && haze);
    EXPECT_EQ(sheet->count, 2u * 8 * 8);
    EXPECT_EQ(threads->count, 2u * 8 * 9);
    EXPECT_EQ(haze->count(), 8u * 8 * 8);
    EXPECT_TRUE(sheet->find("tilt") && sheet->points.find("rise") && threads->find("stretch"));
    EXPECT_EQ(frame->find<state::PointsView>("sheet"), nullptr) << "it is a set of another kind";
    for (const char* name : {"sheet.pvd", "threads.pvd", "haze.pvd"})
        EXPECT_TRUE(std::filesystem::exists(folder / "run/frames" / name)) << name;
}

TEST(FrameSetRuns, ResumeToTheBitForAnyThreads) {
    const TemporaryFolder folder;
    const scene::Scene scene = sheetScene();
    const auto whole = test::startRun(scene, folder / "whole", optionsTo(6));
    ASSERT_TRUE(test::startRun(scene, folder / "cut", optionsTo(5), {}, 3));
    const auto resumed = test::resumeRun(scene, folder / "cut", optionsTo(6), 4, {}, 2);
    ASSERT_TRUE(whole && resumed) << resumed.error().message;
    EXPECT_EQ(whole->state_hash, resumed->state_hash);
    test::expectSameRun(folder / "whole", folder / "cut");
    EXPECT_TRUE(compareRuns(folder / "whole", folder / "cut")->same);
}

TEST(FrameSetRuns, ADamagedFileOfAnyKindIsWrittenAgain) {
    const TemporaryFolder folder;
    const scene::Scene scene = sheetScene();
    ASSERT_TRUE(test::startRun(scene, folder / "whole", optionsTo(4)));
    std::filesystem::copy(folder / "whole", folder / "run", std::filesystem::copy_options::recursive);
    for (const char* name : files) {
        const Path file = folder / "run/frames" / name;
        const std::string good = test::bytesOf(file);
        std::string bytes = good;
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
        ASSERT_TRUE(io::writeFile(file, bytes));
        const auto opened = RunFolder::open(folder / "run");
        ASSERT_TRUE(opened);
        Log log;
        ASSERT_TRUE(repairFrames(test::simulationOf(scene), *opened, 4, optionsTo(4), log, {}));
        EXPECT_EQ(test::bytesOf(file), good) << name;
    }
    test::expectSameRun(folder / "whole", folder / "run");
    // One that is gone, too.
    std::filesystem::remove(folder / "run/frames/haze.0003.vti");
    EXPECT_FALSE(readFrame(listFrames(folder / "run")[3]));
}

/// Writes a set of frame 3 anew, after `change`.
template <class Change>
std::vector<std::string> differencesAfter(const TemporaryFolder& folder, const char* name, Change change) {
    std::filesystem::remove_all(folder / "b");
    std::filesystem::copy(folder / "a", folder / "b", std::filesystem::copy_options::recursive);
    const Path file = folder / "b/frames" / name;
    auto set = io::readSet(file).value();
    change(set);
    EXPECT_TRUE(io::writeSet(file, set.view));
    const auto compared = compareRuns(folder / "a", folder / "b").value();
    EXPECT_FALSE(compared.same);
    return compared.lines;
}

TEST(FrameSetRuns, DiffSaysWhatDiffersInEachKind) {
    const TemporaryFolder folder;
    ASSERT_TRUE(test::startRun(sheetScene(), folder / "a", optionsTo(3)));
    const std::vector<double> flat(8 * 8 * 8, -1.0);
    const auto flatten = [&](std::vector<state::ArrayView>& fields) {
        fields.front().bytes = std::as_bytes(std::span(flat)).first(fields.front().bytes.size());
    };
    EXPECT_THAT(differencesAfter(folder, files[0],
                                 [&](auto& set) { flatten(std::get<state::MeshView>(set.view).fields); }),
                Contains(HasSubstr("sheet tilt: 128 of 128 triangles differ")));
    EXPECT_THAT(differencesAfter(folder, files[1],
                                 [&](auto& set) { flatten(std::get<state::MeshView>(set.view).fields); }),
                Contains(HasSubstr("threads stretch: 144 of 144 lines differ")));
    EXPECT_THAT(differencesAfter(folder, files[2],
                                 [&](auto& set) { flatten(std::get<state::VolumeView>(set.view).fields); }),
                Contains(HasSubstr("haze density: 512 of 512 values differ")));
    const std::vector<std::array<std::uint32_t, 2>> others(144, {0, 1});
    EXPECT_THAT(differencesAfter(folder, files[1],
                                 [&](auto& set) {
                                     std::get<state::MeshView>(set.view).corners.bytes =
                                         std::as_bytes(std::span(others));
                                 }),
                Contains(HasSubstr("threads: the lines connect different points")));
    EXPECT_THAT(differencesAfter(folder, files[2],
                                 [&](auto& set) { std::get<state::VolumeView>(set.view).grid.spacing *= 2; }),
                Contains(HasSubstr("haze: the values have different grids")));
}

// A file that somebody put beside a set under its name is not the run's.
TEST(FrameSetRuns, AStrangeFileOfTheSameNameIsPassedOver) {
    const TemporaryFolder folder;
    ASSERT_TRUE(test::startRun(sheetScene(), folder / "run", optionsTo(3)));
    ASSERT_TRUE(io::writeFile(folder / "run/frames/haze.0002.vtp", "mine"));
    ASSERT_TRUE(io::writeFile(folder / "run/frames/sheet.0002.vti", "mine"));
    for (const FrameFile& file : listFrames(folder / "run")) EXPECT_TRUE(readFrame(file)) << file.frame;
}

TEST(FrameSetRuns, AreDrawnFromTheFilesAsFromTheState) {
    const TemporaryFolder folder;
    const scene::Scene scene = sheetScene();
    auto drawer = FrameDrawer::create(scene, ConfinedPath(folder / "pictures"), {});
    if (!drawer) GTEST_SKIP() << drawer.error().message;
    Session session(test::simulationOf(scene));
    PictureRecorder pictures(*drawer);
    session.add(pictures);
    auto run_folder =
        RunFolder::create(folder / "run", test::manifestOf(scene), test::scene_text, false).value();
    Log log;
    const auto ran = run::run(session, run_folder, optionsTo(2), log, {});
    ASSERT_TRUE(ran) << ran.error().message;
    const std::string live = test::bytesOf(drawer->picturePath(2));
    const auto frame = readFrame(listFrames(folder / "run").back());
    ASSERT_TRUE(frame && drawer->draw(2, *frame));
    EXPECT_EQ(test::bytesOf(drawer->picturePath(2)), live);
    // Each set is in the picture: without one it is another.
    for (const char* name : {"sheet", "threads", "haze"}) {
        auto less = readFrame(listFrames(folder / "run").back()).value();
        less.sets.erase(name);
        ASSERT_TRUE(drawer->draw(2, less));
        EXPECT_NE(test::bytesOf(drawer->picturePath(2)), live) << name;
    }
}

TEST(FrameSetRuns, PlotsAreThoseThatTheMethodDeclares) {
    const TemporaryFolder folder;
    const scene::Scene scene = sheetScene();
    ASSERT_TRUE(test::startRun(scene, folder / "run", optionsTo(3)));
    std::vector<std::string> said;
    PlotOptions options;
    options.say = [&](const std::string& text) { said.push_back(text); };
    ASSERT_TRUE(plotRun(scene, folder / "run", options));
    EXPECT_THAT(said, Contains(HasSubstr("smoke in the lowest layer")));
    for (const char* name : {"sheet-middle.png", "smoke-by-height.png"})
        EXPECT_TRUE(std::filesystem::remove(folder / "run/plots" / name)) << name;
    options.only = {"sheet-middle"};
    ASSERT_TRUE(plotRun(scene, folder / "run", options));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/plots/smoke-by-height.png"));
    options.only = {"energy"};
    EXPECT_THAT(plotRun(scene, folder / "run", options).error().message,
                HasSubstr("no plot 'energy'; there are: sheet-middle, smoke-by-height"));
}

TEST(FrameSetRuns, ACheckpointWithCornersOfNoPointsIsRefused) {
    auto simulation = test::simulationOf(sheetScene());
    state::Snapshot saved = state::takeSnapshot(simulation.world());
    for (auto& table : saved.tables)
        for (auto& column : table.columns)
            if (column.name == "ends") {
                const std::uint32_t wild = 81;
                std::memcpy(column.bytes.data() + 8, &wild, sizeof wild);
            }
    const Status status = simulation.restore(saved);
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().message, HasSubstr("ends"));
}

}  // namespace
}  // namespace talus::run
