// The gallery's scenes with ground that changes, cut short: the same files whatever the number of threads and
// wherever they were stopped, and no mass is lost.
#include <filesystem>
#include <map>

#include "talus/core/text_file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/granular.h"
#include "tests/support/paths.h"

namespace talus::run {
namespace {

using test::TemporaryFolder;

struct Cut {
    std::vector<std::string> overrides;
    std::uint64_t frames = 4;
    bool absorbs = false;  ///< grains become ground within these frames
};

/// What makes them short, and something to happen all the same.
Cut cutOf(const std::string& name) {
    // Pouring ends before the middle, and there are grains that are settled, grains that became ground, and
    // free ones.
    // Held early: a short run then has ground to lose and to get back.
    std::vector<std::string> eager{"hybrid.quiet=0.02", "hybrid.still=0.03", "hybrid.layers=1",
                                   "hybrid.shell=1"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), eager.begin(), eager.end());
        return more;
    };
    if (name == "sand-pile-hybrid")
        return {with({"emitter.spout.count=800", "emitter.spout.rate=4000", "time.frame_interval=0.04"}), 11,
                true};
    if (name == "dig-and-dump")
        return {with({"emitter.spout.count=600", "motion[0].times=[0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]"}), 12,
                true};
    // Looked at early, when most of the rock has hardly begun to slide.
    if (name == "landslide")
        return {with({"hybrid.interval=0.2", "hybrid.quiet=0.2", "time.frame_interval=0.2"}), 7, true};
    // Taken up again when the first ball, foot or lug is in the ground.
    if (name == "falling-ball-on-sand") return {{}, 8};
    if (name == "footprints") return {{}, 18};
    if (name == "wheel-track") return {{}, 12};
    // Long to compute: resumed after some hundred steps.
    if (name == "sandcastle") return {{"time.frame_interval=0.002"}};
    if (name == "the-scene" || name == "bunny-in-sand") return {{"time.frame_interval=0.006"}};
    return {};
}

std::vector<std::string> scenesWithChangingGround() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::sourceFile("scenes"))) {
        if (entry.path().extension() != ".toml") continue;
        const std::string text = readTextFile(entry.path().string()).value();
        for (const char* table : {"\n[hybrid]", "\n[soil]", "\n[[body]]"})
            if (text.find(table) != std::string::npos) {
                names.push_back(entry.path().stem());
                break;
            }
    }
    std::sort(names.begin(), names.end());
    return names;
}

class GalleryRun : public ::testing::TestWithParam<std::string> {};

/// Of grains, ground and sinks together, in all rows after the last grain came in.
void expectMassStays(const Path& run, bool absorbs) {
    const auto stats = io::readCsv(run / "stats.csv").value();
    const auto column = [&](const std::string& name) { return static_cast<std::size_t>(stats.find(name)); };
    std::vector<std::size_t> masses{column("mass"), column("ground.stored_mass")};
    for (std::size_t k = 0; k < stats.columns.size(); ++k)
        if ((stats.columns[k].starts_with("sink.") || stats.columns[k].starts_with("fallen.")) &&
            stats.columns[k].ends_with(".mass"))
            masses.push_back(k);
    const auto massIn = [&](const std::vector<double>& row) {
        double sum = 0;
        for (const std::size_t k : masses) sum += row[k];
        return sum;
    };
    const double last = massIn(stats.rows.back());
    // Sums of at most 4000 grains and some thousand columns, each to half an ulp.
    for (std::size_t row = stats.rows.size() / 2; row < stats.rows.size(); ++row)
        EXPECT_NEAR(massIn(stats.rows[row]) / last, 1, 1e-12) << row;
    if (absorbs) {
        EXPECT_GT(stats.rows.back()[column("ground.absorbed")], 10);
        EXPECT_GT(stats.rows.back()[column("ground.stored_mass")], 0.002 * last);
    }
}

TEST_P(GalleryRun, StoppedAndResumedGivesTheSameFilesForAnyNumberOfThreads) {
    const Cut cut = cutOf(GetParam());
    const std::string path = test::sourceFile("scenes/") + GetParam() + ".toml";
    const std::string text = readTextFile(path).value();
    const auto read = scene::readScene(text, path, cut.overrides, scene::Machine{}, readRasterGround);
    ASSERT_TRUE(read.scene) << read.diagnostics.format(path, text);
    scene::Scene scene = *read.scene;
    scene.output.checkpoint_frames = cut.frames;
    const TemporaryFolder folder;
    ASSERT_TRUE(test::startRun(scene, folder / "whole", test::optionsTo(cut.frames)));
    ASSERT_TRUE(test::startRun(scene, folder / "cut", test::optionsTo(cut.frames / 2), {}, 2));
    ASSERT_TRUE(test::resumeRun(scene, folder / "cut", test::optionsTo(cut.frames), {}, {}, 2));
    test::expectSameRun(folder / "whole", folder / "cut");
    if (couple::hybridIn(scene)) expectMassStays(folder / "whole", cut.absorbs);
    if (ground::in(scene).soil) {
        const auto stats = io::readCsv(folder / "whole/stats.csv").value();
        const auto removed = static_cast<std::size_t>(stats.find("ground.removed"));
        EXPECT_GT(stats.rows[cut.frames / 2][removed], 0) << "bodies have pressed the ground";
        EXPECT_GT(stats.rows.back()[removed], stats.rows[cut.frames / 2][removed]) << "and go on";
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GalleryRun, ::testing::ValuesIn(scenesWithChangingGround()),
                         [](const auto& scene) {
                             std::string name = scene.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace talus::run
