// What `talus check` foretells of water on ground, within a volume and among grains, against runs of scenes
// of the gallery: processor seconds of one thread, measured on one machine (bench/results/water-2026-11.md,
// "What check foretells"). `check` says "within a factor of two", and that is what is held here; times on
// other machines differ, but the numbers here are not timed anew.
#include "talus/scene/estimate.h"

#include <fmt/format.h>

#include "talus/core/text_file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "tests/support/paths.h"

namespace talus::scene {
namespace {

struct Measured {
    const char* scene;
    double duration;
    const char* change;  ///< as `--set`, or ""
    double seconds;
};

class RunEstimate : public testing::TestWithParam<Measured> {};

TEST_P(RunEstimate, EstimateIsWithinAFactorOfTwo) {
    const Measured& measured = GetParam();
    const std::string path = test::sourceFile(fmt::format("scenes/{}.toml", measured.scene));
    std::vector<std::string> overrides{fmt::format("time.duration={}", measured.duration)};
    if (*measured.change) overrides.emplace_back(measured.change);
    const ReadResult read =
        readScene(readTextFile(path).value(), path, overrides, Machine{}, run::readRasterGround);
    ASSERT_TRUE(read.scene);
    const double work = estimate(*read.scene).work;
    EXPECT_GT(work, 0.5 * measured.seconds);
    EXPECT_LT(work, 2 * measured.seconds);
}

INSTANTIATE_TEST_SUITE_P(
    All, RunEstimate,
    testing::Values(Measured{"undercut-bank", 1, "", 5.7},
                    Measured{"undercut-bank", 1, "volume.cell=0.04", 3.8},
                    Measured{"undercut-bank", 2.5, "", 16.3},
                    Measured{"river", 8, "ground.spacing=0.25", 3.9}, Measured{"river", 30, "", 20.5},
                    Measured{"meander", 14, "", 10.3}, Measured{"ditch-with-ridge", 4, "", 9.6},
                    Measured{"waterfall-on-layers", 4, "", 5.7},
                    Measured{"rain-on-real-terrain", 5, "", 29.3}, Measured{"sand-in-water", 0.9, "", 17.4},
                    Measured{"dam-break-obstacle", 1, "", 23.1}, Measured{"fountain", 0.6, "", 10.4}));

}  // namespace
}  // namespace talus::scene
