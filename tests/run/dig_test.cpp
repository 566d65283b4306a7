// A blade cuts away half of a heap that has become ground: grains come out, the cut face slumps, mass stays.
#include <numbers>

#include "talus/run/export_ground.h"
#include "tests/run/small_run.h"
#include "tests/support/sand_on_ground.h"
#include "tests/support/scene_text.h"

namespace talus::run {
namespace {

using test::TemporaryFolder;

/// 1300 grains fall as a block, spread and settle; then a blade as wide as half of the heap drives through it
/// along x, to the end of the ground.
std::string heapAndBlade() {
    const std::string springs = "rolling = \"spring\"\nrolling_stiffness = 23\n";
    return test::SandOnGround{.name = "dig",
                              .time = "duration = 1.6\nframe_interval = 0.04",
                              .contact = "stiffness = 80\nshear_stiffness = 23\nrestitution = 0.3",
                              .on_sand = springs + "friction = 0.5\nrolling_friction = 0.1",
                              .on_other = springs + "friction = 0.9\nrolling_friction = 0.7",
                              .corner = "[-0.1, -0.08, 0]",
                              .size = "[0.24, 0.16]"}
               .text() +
           R"(
[hybrid]
layers = 1
shell = 1
quiet = "40 ms"
still = 0.01
[[fill]]
name = "block"
material = "sand"
min = [-0.038, -0.038, 0]
max = [0.038, 0.038, 0.055]
grain_radius = 0.0025
radius_spread = 0.15
[[wall]]
name = "blade"
material = "floor"
shape = "box-outside"
min = [-0.096, 0, 0.001]
max = [-0.088, 0.075, 0.06]
[[motion]]
wall = "blade"
kind = "translate"
velocity = [0.4, 0, 0]
start = 0.84
stop = 1.34
[[sink]]
name = "below"
shape = "plane"
point = [0, 0, -0.01]
normal = [0, 0, 1]
)";
}

constexpr std::uint64_t before_digging = 21, in_the_heap = 27, frames = 40;

scene::Scene digScene() {
    scene::Scene scene = test::sceneOf(heapAndBlade());
    scene.output.checkpoint_frames = in_the_heap;
    return scene;
}

/// Height of columns and grains on them [m] across the cut: means over the 25 mm around the middle of the
/// heap.
std::vector<double> profileAcross(const FrameFile& file) {
    const auto frame = readFrame(file);
    EXPECT_TRUE(frame && frame->ground);
    const geometry::ColumnGrid& grid = frame->ground->grid;
    auto height = io::columnValues(frame->ground->view(), "height").value();
    EXPECT_TRUE(addLyingGrains(grid, height.view(), frame->grains));
    std::vector<double> profile(grid.rows);
    for (std::uint32_t j = 0; j < grid.rows; ++j) {
        int count = 0;
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            if (std::abs(grid.x(i)) > 0.0126) continue;
            profile[j] += height[grid.at(i, j)];
            ++count;
        }
        profile[j] /= count;
    }
    return profile;
}

/// The steepest line between two points of a profile that are four grains apart [rad].
double steepest(const std::vector<double>& profile, double spacing) {
    double most = 0;
    for (std::size_t j = 4; j < profile.size(); ++j)
        most = std::max(most, std::atan2(std::abs(profile[j] - profile[j - 4]), 4 * spacing));
    return most;
}

TEST(Digging, GrainsComeOutTheFaceSlumpsAndMassStays) {
    const TemporaryFolder folder;
    const scene::Scene scene = digScene();
    ASSERT_TRUE(test::startRun(scene, folder / "run", test::optionsTo(frames)));

    const auto stats = io::readCsv(folder / "run/stats.csv").value();
    const auto value = [&](std::size_t row, const char* name) {
        return stats.rows[row][static_cast<std::size_t>(stats.find(name))];
    };
    ASSERT_EQ(stats.rows.size(), frames + 1);
    const double all = value(0, "mass");
    // Sums of 1300 grains and 1600 columns, each to half an ulp.
    for (std::size_t row = 0; row <= frames; ++row)
        EXPECT_NEAR(
            (value(row, "mass") + value(row, "ground.stored_mass") + value(row, "sink.below.mass")) / all, 1,
            1e-12)
            << row;
    // So small a heap, ten grains high, has no more inside of it.
    EXPECT_GT(value(before_digging, "ground.stored_mass"), 0.2 * all);
    EXPECT_EQ(value(before_digging, "ground.released"), 0);
    EXPECT_GT(value(frames, "ground.released"), 100);
    EXPECT_EQ(value(0, "grains"), value(frames, "grains") + value(frames, "ground.absorbed") -
                                      value(frames, "ground.released") + value(frames, "sink.below.count"));

    const auto files = listFrames(folder / "run");
    const auto before = profileAcross(files[before_digging]), after = profileAcross(files[frames]);
    const double spacing = scene.ground->spacing;
    // This sand rests at 31 degrees (docs/theory/ground.md); a profile over 4 grains is good to 3 or 4. A
    // face that stands would be one of 45 and more.
    constexpr double lie = 35 * std::numbers::pi / 180;
    EXPECT_LT(steepest(before, spacing), lie);
    EXPECT_LT(steepest(after, spacing), lie);
    // Where the blade's edge went there was nearly the full height, and what stands behind it came down.
    const std::size_t edge = before.size() / 2;
    EXPECT_GT(before[edge], 0.02);
    EXPECT_LT(after[edge], 0.8 * before[edge]);
    EXPECT_LT(after[edge + 2], 0.6 * before[edge + 2]);
    EXPECT_GT(after[edge + 2], 0.002) << "the blade took all; nothing came down behind it";

    // The same files when the run is taken up again while the blade is in the heap, by two threads.
    std::filesystem::copy(folder / "run", folder / "again", std::filesystem::copy_options::recursive);
    ASSERT_TRUE(test::resumeRun(scene, folder / "again", test::optionsTo(frames), in_the_heap, {}, 2));
    test::expectSameRun(folder / "run", folder / "again");
}

}  // namespace
}  // namespace talus::run
