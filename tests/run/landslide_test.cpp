// Rock slides down a real slope, comes to rest and becomes ground; the deposit goes back into a GeoTIFF.
#include "talus/ground/report/frames.h"
#include "talus/run/frames.h"
#include "talus/run/land/raster_ground.h"
#include "tests/run/small_run.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"

namespace talus::run {
namespace {

using test::runCommand;
using test::TemporaryFolder;

const std::string mountain = test::sourceFile("scenes/data/saint-helens-crater.tif");

/// Below the wall of the crater of Mount St. Helens: 400 blocks of 16 m fall on its foot and roll into a
/// hollow.
std::string slope() {
    return R"(format = 1
name = "slope"
seed = 1
[time]
duration = "90 s"
frame_interval = "2 s"
[[material]]
name = "rock"
density = 2500
[[contact]]
between = ["rock", "rock"]
law = "linear"
stiffness = "2e9 N/m"
shear_stiffness = "6e8 N/m"
restitution = 0.2
friction = 0.9
rolling = "spring"
rolling_friction = 0.7
[ground]
shape = "raster"
material = "rock"
file = ")" +
           mountain +
           R"("
window_corner = [1500, 360]
width = 900
depth = 1200
[hybrid]
interval = "1.3 s"
quiet = "1.3 s"
still = 0.03
layers = 1
shell = 1
[[emitter]]
name = "scar"
material = "rock"
centre = [390, 470, 2040]
radius = 45
speed = 15
rate = 11
count = 600
grain_radius = 8
radius_spread = 0.1
[[sink]]
name = "below"
shape = "plane"
point = [0, 0, 1400]
normal = [0, 0, 1]
)";
}

/// What gdalinfo says of a file's coordinate system.
std::string systemOf(const Path& file) {
    const auto [code, text] = runCommand("gdalinfo " + file.string());
    EXPECT_EQ(code, 0) << text;
    const auto from = text.find("Coordinate System is"), to = text.find("Origin =");
    return from < to && to < text.size() ? text.substr(from, to - from) : "";
}

TEST(Landslide, TheDepositIsAGeoTiffThatDiffersOnlyWhereRockLies) {
    const TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "slope.toml", slope()));
    const std::string program = test::talusProgram() + " ", run = (folder / "run").string();
    auto [code, text] = runCommand(program + "run " + (folder / "slope.toml").string() +
                                   " --threads 2 --progress none --out " + run);
    ASSERT_EQ(code, 0) << text;
    std::tie(code, text) =
        runCommand(program + "export " + run + " --what ground --format tif --frames ::45");
    ASSERT_EQ(code, 0) << text;

    method::RasterRequest part;
    part.path = mountain;
    part.window_corner = {1500, 360};
    part.width = 900;
    part.depth = 1200;
    const auto before = readRasterPart(part);
    ASSERT_TRUE(before) << before.error().message;
    const auto start = io::readRaster(folder / "run/export/ground.0000.tif");
    const auto end = io::readRaster(folder / "run/export/ground.0045.tif");
    ASSERT_TRUE(start && end);
    for (const auto* raster : {&*start, &*end}) {
        EXPECT_EQ(raster->ground.grid, before->ground.grid);
        EXPECT_NE(raster->reference->system, "");
        EXPECT_EQ(raster->reference->system, before->reference->system);
        EXPECT_EQ(raster->reference->corner_x, 560805 + 15 + 1500);  // of the first cell's middle
        EXPECT_EQ(raster->reference->corner_y, 5114955 + 15 + 360);
    }
    const auto last = readFrame(listFrames(folder / "run").back());
    ASSERT_TRUE(last && last->find<state::ColumnsView>("ground"));
    const auto stored =
        state::columnValues(*last->find<state::ColumnsView>("ground"), ground::storedField("rock")).value();
    double mass = 0, raised = 0;
    for (std::size_t k = 0; k < stored.size(); ++k) {
        EXPECT_EQ(start->ground.height[k], before->ground.height[k]) << k;
        const double change = end->ground.height[k] - before->ground.height[k];
        EXPECT_EQ(change > 0, stored[k] > 0) << k << ": " << change << " m, " << stored[k] << " kg";
        mass += stored[k];
        raised += change;
    }
    // Several of the blocks (5e6 kg each), at the bulk density: the file is of single precision, 0.1 mm a
    // column.
    EXPECT_GT(mass, 2e7);
    EXPECT_NEAR(raised * 900 * 0.6 * 2500 / mass, 1, 1e-3);

    if (runCommand("gdalinfo --version").first != 0) return;  // the readings above are GDAL's, too
    EXPECT_THAT(systemOf(mountain), ::testing::HasSubstr("NAD27 / UTM zone 10N"));
    EXPECT_EQ(systemOf(folder / "run/export/ground.0045.tif"), systemOf(mountain));
}

}  // namespace
}  // namespace talus::run
