#include "talus/run/runner.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <fstream>

#include "talus/core/rng.h"
#include "talus/grains/fields.h"
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/granular.h"

namespace talus::run {
namespace {

using ::testing::HasSubstr;
using namespace test;

TEST(Runner, WritesTheFolderOfTheDesign) {
    const TemporaryFolder folder;
    const auto summary = startRun(smallScene(), folder / "run", optionsTo(10));
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_EQ(summary->frames, 10u);
    EXPECT_NEAR(summary->time, 0.1, 1e-12);
    EXPECT_EQ(listFrames(folder / "run").size(), 11u) << "frame 0 is the initial state";
    for (const char* name : {"run.toml", "manifest.json", "stats.csv", "frames/grains.0000.vtp",
                             "frames/grains.0010.vtp", "frames/grains.pvd", "checkpoints/checkpoint.0010.h5"})
        EXPECT_TRUE(std::filesystem::exists(folder / "run" / name)) << name;
    // A checkpoint every third frame and at the end, the last two kept.
    const auto checkpoints = listCheckpoints(folder / "run").value();
    ASSERT_EQ(checkpoints.size(), 2u);
    EXPECT_EQ(checkpoints[0].frame, 9u);
    EXPECT_EQ(checkpoints[1].frame, 10u);
    const auto stats = io::readCsv(folder / "run/stats.csv").value();
    ASSERT_EQ(stats.rows.size(), 11u);
    const auto column = [&](const char* name) { return static_cast<std::size_t>(stats.find(name)); };
    EXPECT_EQ(stats.rows[10][column("frame")], 10);
    EXPECT_EQ(stats.rows[10][column("grains")], static_cast<double>(summary->counts.at(0).count));
    EXPECT_LT(stats.rows[0][column("grains")], stats.rows[10][column("grains")]) << "the emitter pours";
    EXPECT_GT(stats.rows[10][column("contacts")], 0);
}

TEST(Runner, ResumeIsBitIdentical) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    const auto whole = startRun(scene, folder / "whole", optionsTo(10));
    ASSERT_TRUE(whole);
    ASSERT_TRUE(startRun(scene, folder / "parts", optionsTo(4)));
    ASSERT_TRUE(resumeRun(scene, folder / "parts", optionsTo(7)));
    const auto parts = resumeRun(scene, folder / "parts", optionsTo(10), {}, {}, 3);
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_EQ(parts->state_hash, whole->state_hash);
    expectSameRun(folder / "whole", folder / "parts");
    // From an earlier checkpoint and from the very start, too.
    const auto again = resumeRun(scene, folder / "parts", optionsTo(10), 9);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->state_hash, whole->state_hash);
    ASSERT_TRUE(resumeRun(scene, folder / "parts", optionsTo(10), 0));
    expectSameRun(folder / "whole", folder / "parts");
}

TEST(Runner, ResumeOfAFinishedRunChangesNothing) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    const auto first = startRun(scene, folder / "run", optionsTo(3));
    ASSERT_TRUE(first);
    const auto second = resumeRun(scene, folder / "run", optionsTo(3));
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(second->state_hash, first->state_hash);
    EXPECT_EQ(listFrames(folder / "run").size(), 4u);
}

TEST(Runner, StopWithinAFrameResumesBitIdentically) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    const auto whole = startRun(scene, folder / "whole", optionsTo(6));
    ASSERT_TRUE(whole);
    std::atomic<bool> stop = false;
    Options options = optionsTo(6);
    options.stop = &stop;
    Observer observer;
    // Progress comes at times that depend on the machine; anywhere will do.
    observer.frame = [&](const Progress& p, const Results&) { stop = p.frame == 2; };
    auto result = startRun(scene, folder / "run", options, observer);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Interrupted);
    EXPECT_THAT(result.error().message, HasSubstr("talus resume "));
    EXPECT_EQ(listCheckpoints(folder / "run").value().back().frame, 2u);

    // Now between two frames: stop at the first sign of life after some steps.
    auto simulation = simulationOf(scene);
    {
        auto run_folder = RunFolder::open(folder / "run").value();
        Log log;
        ASSERT_TRUE(rewind(simulation, run_folder, {}, optionsTo(6), log, {}));
        for (int i = 0; i < 17; ++i) ASSERT_TRUE(simulation.advance().ok());
        stop = true;
        result = test::runOn(std::move(simulation), run_folder, options, log);
        ASSERT_FALSE(result);
        EXPECT_THAT(result.error().message, HasSubstr("17 steps into the next"));
    }
    EXPECT_EQ(listCheckpoints(folder / "run").value().back().steps, 17u);
    const auto resumed = resumeRun(scene, folder / "run", optionsTo(6));
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(resumed->state_hash, whole->state_hash);
    expectSameRun(folder / "whole", folder / "run");
}

TEST(Runner, SurvivesBeingKilledAtAnyMoment) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    const auto whole = startRun(scene, folder / "whole", optionsTo(10));
    ASSERT_TRUE(whole);
    const Random random{static_cast<std::uint32_t>(::getpid()), 1};
    int kills = 0;
    for (std::uint64_t attempt = 0; attempt < 60; ++attempt) {
        const pid_t child = ::fork();
        if (child == 0) {
            const bool begun = std::filesystem::exists(folder / "run/manifest.json");
            const auto result = begun ? resumeRun(scene, folder / "run", optionsTo(10))
                                      : startRun(scene, folder / "run", optionsTo(10));
            ::_exit(result && result->state_hash == whole->state_hash ? 0 : 1);
        }
        // Longer and longer, so that the run gets to its end on a slow machine too.
        ::usleep(
            static_cast<useconds_t>(random.uniform(0, 20000.0 * static_cast<double>(1 + attempt), attempt)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status)) {
            ASSERT_EQ(WEXITSTATUS(status), 0) << "after " << kills << " kills";
            break;
        }
        ++kills;
    }
    EXPECT_GT(kills, 0);
    const auto last = resumeRun(scene, folder / "run", optionsTo(10));
    ASSERT_TRUE(last) << last.error().message;
    EXPECT_EQ(last->state_hash, whole->state_hash) << kills << " kills";
    expectSameRun(folder / "whole", folder / "run");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "run"))
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST(Runner, AKillWhileTheFolderIsMadeLeavesNothingInTheWay) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "run");
    std::ofstream(folder / "run/manifest.json.tmp") << "{";
    ASSERT_TRUE(startRun(smallScene(), folder / "run", optionsTo(2)));
    std::ofstream(folder / "run/run.toml.tmp") << "form";
    ASSERT_TRUE(resumeRun(smallScene(), folder / "run", optionsTo(3)));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/manifest.json.tmp"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/run.toml.tmp"));
}

TEST(Runner, DamagedCheckpointsArePassedOverAndNamed) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    const auto whole = startRun(scene, folder / "run", optionsTo(8));
    ASSERT_TRUE(whole);
    const Path newest = listCheckpoints(folder / "run").value().back().path.path();
    std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
    std::string notes;
    Observer observer;
    observer.note = [&](const std::string& text) { notes += text; };
    const auto resumed = resumeRun(scene, folder / "run", optionsTo(8), {}, observer);
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(resumed->state_hash, whole->state_hash);
    EXPECT_THAT(notes, HasSubstr("checkpoint.0008.h5' is not an intact checkpoint"));

    EXPECT_THAT(resumeRun(scene, folder / "run", optionsTo(8), 4).error().message,
                HasSubstr("no checkpoint of frame 4 in"));
    const auto files = listCheckpoints(folder / "run").value();
    for (const auto& file : files) std::filesystem::resize_file(file.path.path(), 100);
    const auto none = resumeRun(scene, folder / "run", optionsTo(8));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::Input);
    EXPECT_THAT(none.error().message, HasSubstr("--from 0"));
}

TEST(Runner, AnotherSceneIsRefused) {
    const TemporaryFolder folder;
    ASSERT_TRUE(startRun(smallScene(), folder / "run", optionsTo(3)));
    Options options = optionsTo(3);
    options.scene_hash += 1;
    const auto result = resumeRun(smallScene(), folder / "run", options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Input);
    EXPECT_THAT(result.error().message, HasSubstr("is not the scene that this run began with"));
}

TEST(Runner, NotANumberEndsTheRunWithAReport) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    ASSERT_TRUE(startRun(scene, folder / "run", optionsTo(3)));
    auto simulation = simulationOf(scene);
    auto run_folder = RunFolder::open(folder / "run").value();
    Log log;
    ASSERT_TRUE(rewind(simulation, run_folder, {}, optionsTo(6), log, {}));
    state::Table& grains = simulation.world().table(grains::grains_table);
    grains.write(grains::fields::velocity)[5].x = std::nan("");
    const std::uint32_t id = grains.read(grains::fields::id)[5];
    const auto result = test::runOn(std::move(simulation), run_folder, optionsTo(6), log);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Diverged);
    EXPECT_THAT(result.error().message, HasSubstr("checkpoint.0003.h5"));
    EXPECT_THAT(result.error().message, HasSubstr("dt"));
    const std::string report = io::readFile(folder / "run/failure/report.txt", 1 << 20).value();
    EXPECT_THAT(report, HasSubstr(std::to_string(id)));
    EXPECT_TRUE(io::readCheckpoint(folder / "run/failure/state.h5"));
    EXPECT_TRUE(io::readVtp(folder / "run/failure/grains.vtp"));
    // The last good checkpoint is there and the run goes on from it; the report of what is past goes.
    ASSERT_TRUE(io::readCheckpoint(listCheckpoints(folder / "run").value().back().path));
}

TEST(Runner, RunawayGrainEndsTheRun) {
    const TemporaryFolder folder;
    scene::Scene scene = smallScene();
    grains::in(scene).placed.push_back({"sand", {0.5, 0, 0.5}, {5e4, 0, 0}, {}, 0.002});
    const auto result = startRun(scene, folder / "run", optionsTo(3));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Diverged) << result.error().message;
}

/// The result's exit code of a run in a child whose files may have at most `bytes`.
int runWithFileSizeLimit(const scene::Scene& scene, const Path& path, rlim_t bytes) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto result = startRun(scene, path, optionsTo(10));
        ::_exit(result ? 0 : static_cast<int>(result.error().kind));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Runner, FullDiskEndsTheRunAndTheRunCanContinue) {
    const TemporaryFolder folder;
    const scene::Scene scene = smallScene();
    const auto whole = startRun(scene, folder / "whole", optionsTo(10));
    ASSERT_TRUE(whole);
    // Room for the first frames; later ones have more grains and no longer fit.
    const auto size = std::filesystem::file_size(folder / "whole/frames/grains.0005.vtp");
    ASSERT_GT(size, std::filesystem::file_size(folder / "whole/frames/grains.0000.vtp"));
    EXPECT_EQ(runWithFileSizeLimit(scene, folder / "run", size), static_cast<int>(ErrorKind::Storage));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "run"))
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
    const auto resumed = resumeRun(scene, folder / "run", optionsTo(10));
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(resumed->state_hash, whole->state_hash);
    expectSameRun(folder / "whole", folder / "run");
}

// Power cuts cannot be tested here; that each frame is opened again for fsync before its checkpoint can: a
// link in its place is not opened.
TEST(Runner, FramesAreSyncedBeforeTheirCheckpoint) {
    const TemporaryFolder folder;
    const Path frame = folder / "run/frames/grains.0001.vtp";
    Observer observer;
    bool spoil = false;
    observer.frame = [&](const Progress& p, const Results&) {
        if (p.frame != 1) return;
        std::filesystem::remove(frame);
        if (spoil) std::filesystem::create_symlink(frame, frame);
    };
    EXPECT_TRUE(startRun(smallScene(), folder / "run", optionsTo(3), observer))
        << "a user may take frames away";
    std::filesystem::remove_all(folder / "run");
    spoil = true;
    const auto result = startRun(smallScene(), folder / "run", optionsTo(3), observer);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Input);
    EXPECT_THAT(result.error().message, HasSubstr("grains.0001.vtp"));
    EXPECT_TRUE(listCheckpoints(folder / "run").value().empty());
}

TEST(Runner, ProgressIsReportedForEachFrame) {
    const TemporaryFolder folder;
    std::vector<Progress> frames;
    Observer observer;
    observer.frame = [&](const Progress& p, const Results&) { frames.push_back(p); };
    ASSERT_TRUE(startRun(smallScene(), folder / "run", optionsTo(4), observer));
    ASSERT_EQ(frames.size(), 5u);
    EXPECT_EQ(frames[2].frame, 2u);
    EXPECT_EQ(frames[2].frames, 4u);
    EXPECT_NEAR(frames[2].fraction, 0.5, 1e-12);
    EXPECT_NEAR(frames[2].time, 0.02, 1e-12);
    EXPECT_GT(frames[2].memory_bytes, 1u << 20);
    EXPECT_GT(frames[4].counts.at(0).count, frames[0].counts.at(0).count);
}

TEST(Runner, FramesOfASceneAndOfATime) {
    scene::Scene scene;
    scene.time = {5, 0.04, {}};
    EXPECT_EQ(framesOf(scene), 125u);
    scene.time.duration = 0.3;  // 0.3 / 0.1 is above 3 in doubles
    scene.time.frame_interval = 0.1;
    EXPECT_EQ(framesOf(scene), 3u);
    EXPECT_EQ(frameAt(0.31, {0.1, 10}), 4u);
    EXPECT_EQ(frameAt(0, {0.1, 10}), 0u);
}

}  // namespace
}  // namespace talus::run
