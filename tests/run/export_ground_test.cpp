#include "talus/run/land/export_ground.h"
#include "talus/method/land/lying_grains.h"

#include <cstdlib>
#include <numbers>

#include "talus/geometry/mesh/mesh_file.h"
#include "talus/io/vtk/export_mesh.h"
#include "talus/method/gather.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/granular.h"
#include "tests/support/paths.h"

namespace talus::run {
namespace {

using test::TemporaryFolder;

const geometry::ColumnGrid grid{-1, -1, 0.1, 21, 21};

/// Grains as a frame has them.
struct Grains {
    std::vector<Vec3d> position;
    std::vector<double> radius;

    state::PointsView view() const {
        const auto bytes = [](const auto& values) {
            return std::span(reinterpret_cast<const std::byte*>(values.data()),
                             values.size() * sizeof(values[0]));
        };
        return {0,
                position.size(),
                {"position", state::Scalar::F64, 3, bytes(position)},
                {{"radius", state::Scalar::F64, 1, bytes(radius)}}};
    }
};

double added(const Grains& grains, exec::Array<double>& heights) {
    heights.resize(0);
    heights.resize(grid.size());
    EXPECT_TRUE(method::addLyingGrains(grid, heights.view(), grains.view()));
    double sum = 0;
    for (const double h : heights.view()) sum += h;
    return sum * grid.area();
}

double bulk(double r) { return 4.0 / 3 * std::numbers::pi * r * r * r / 0.6; }

// Volume goes nowhere: exact but for round-off, for grains larger and smaller than a column.
TEST(LyingGrains, AddTheirBulkVolume) {
    exec::Array<double> heights;
    const Grains grains{{{0.03, 0.01, 0.25}, {0.61, -0.7, 0.01}, {-1, -1, 0.06}}, {0.25, 0.01, 0.06}};
    EXPECT_NEAR(added(grains, heights), bulk(0.25) + bulk(0.01) + bulk(0.06), 1e-12);
    // The large one is thickest in its middle and reaches no further than its outline.
    EXPECT_GT(heights[grid.at(10, 10)], heights[grid.at(12, 10)]);
    EXPECT_GT(heights[grid.at(12, 10)], 0);
    EXPECT_EQ(heights[grid.at(13, 10)], 0);
}

TEST(LyingGrains, NeitherThoseInTheAirNorThoseBeyondTheBorder) {
    exec::Array<double> heights;
    const double r = 0.05;
    // A stack of three, one that flies far above, one that is beside the ground.
    const Grains grains{{{0, 0, r}, {0, 0, 3 * r}, {0, 0, 5 * r}, {0.5, 0.5, 0.4}, {1.2, 0, r}},
                        {r, r, r, r, r}};
    EXPECT_NEAR(added(grains, heights), 3 * bulk(r), 1e-12);
    EXPECT_EQ(heights[grid.at(15, 15)], 0);
    // Without the two below it the third flies.
    EXPECT_EQ(added({{{0, 0, 5 * r}}, {r}}, heights), 0);
}

TEST(LyingGrains, NeedTheirRadius) {
    exec::Array<double> heights(grid.size());
    state::PointsView points = Grains{{{0, 0, 0}}, {1}}.view();
    points.fields.clear();
    EXPECT_EQ(method::addLyingGrains(grid, heights.view(), points).error().kind, ErrorKind::Input);
}

scene::Scene sceneOn(const Path& folder, const std::string& ground) {
    const auto read =
        scene::readScene(R"(
format = 1
name = "on-raster"
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
[[grain]]
material = "sand"
position = [50, 50, 9000]
radius = 1
[ground]
material = "sand"
)" + ground,
                         (folder / "scene.toml").string(), {}, scene::Machine{}, readRasterGround);
    EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", "");
    return *read.scene;
}

// What did not change holds the bits of the file that it came from, holes and place too, through a vertical
// scale and an offset whose inverse is not exact in doubles, and through frames of single precision.
TEST(GroundRasters, UnchangedCellsKeepTheBitsOfTheFile) {
    const TemporaryFolder folder;
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 30, 40, 25}, 0);
    raster.hole.resize(raster.ground.grid.size());
    for (std::size_t k = 0; k < raster.ground.grid.size(); ++k)
        raster.ground.height[k] = static_cast<float>(700 + 0.1 * double(k * 7919 % 1009));
    raster.hole[raster.ground.grid.at(5, 6)] = raster.hole[raster.ground.grid.at(7, 7)] = 1;
    raster.reference = io::Georeference{"", 557945, 5107975, 1, 1};
    ASSERT_TRUE(io::writeRaster(folder / "in.tif", raster));
    const scene::Scene scene = sceneOn(folder.path(),
                                       "shape = \"raster\"\nfile = \"in.tif\"\ncorner = [1, 2, -7.3]\n"
                                       "scale = 0.37\nvertical_scale = 1.7\n");
    const auto rasters = GroundRasters::of(method::landsOf(scene).at(0));
    ASSERT_TRUE(rasters) << rasters.error().message;
    const auto start = ground::in(scene).ground->surface->height.view();
    exec::Array<double> heights(start.size());
    for (std::size_t k = 0; k < start.size(); ++k)
        heights[k] = static_cast<double>(static_cast<float>(start[k]));
    const std::size_t lifted = raster.ground.grid.at(20, 10), filled = raster.ground.grid.at(7, 7);
    heights[lifted] += 0.37 * 1.7 * 5;
    heights[filled] += 1;
    const io::Raster change = rasters->changeOf(heights.view());
    for (std::size_t k = 0; k < start.size(); ++k)
        EXPECT_NEAR(change.ground.height[k], k == lifted ? 5 : k == filled ? 1 / (0.37 * 1.7) : 0, 1e-3);
    const io::Raster values = rasters->valuesAt(start);
    EXPECT_EQ(values.ground.height[lifted], start[lifted]);
    EXPECT_EQ(values.reference->corner_y, raster.reference->corner_y);
    ASSERT_TRUE(io::writeRaster(folder / "out.tif", rasters->rasterOf(heights.view())));
    const auto in = io::readRaster(folder / "in.tif").value(),
               out = io::readRaster(folder / "out.tif").value();
    ASSERT_EQ(out.ground.grid, in.ground.grid);
    EXPECT_EQ(out.nodata, in.nodata);
    EXPECT_EQ(out.reference->corner_x, in.reference->corner_x);
    EXPECT_EQ(out.reference->corner_y, in.reference->corner_y);
    EXPECT_NEAR(out.ground.height[lifted], in.ground.height[lifted] + 5, 1e-3);
    for (std::size_t k = 0; k < in.hole.size(); ++k) {
        EXPECT_EQ(out.hole[k] != 0, in.hole[k] != 0 && k != filled) << k;
        if (k == lifted || in.hole[k] != 0) continue;
        EXPECT_EQ(out.ground.height[k], in.ground.height[k]) << k;
    }
}

// Of a model in millimetres a metre: fields that a frame has of the ground. `change` is in the numbers of the
// raster, to the precision of the frame's own field, not to that of single heights 2.5 km up; a vector can be
// had as its length, or by its parts.
TEST(GroundRasters, FieldsOfFrames) {
    const TemporaryFolder folder;
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 30, 5, 4}, 2500);
    raster.reference = io::Georeference{"", 557945, 5107975, 1, 1};
    ASSERT_TRUE(io::writeRaster(folder / "in.tif", raster));
    const scene::Scene scene =
        sceneOn(folder.path(), "shape = \"raster\"\nfile = \"in.tif\"\nscale = 0.001\n");
    const method::Land land = method::landsOf(scene).at(0);
    const auto rasters = GroundRasters::of(land);
    ASSERT_TRUE(rasters) << rasters.error().message;
    std::vector<float> height(20, 2.5f), change(20);
    std::vector<Vec3f> flow(20);
    change[7] = -1.5e-9f;
    flow[3] = {3, 0, -4};
    state::ColumnsView columns{0, land.start->grid, {}};
    columns.fields = {state::arrayOf<float>("height", height), state::arrayOf<Vec3f>("flow", flow)};
    const auto value = [&](const char* field, std::size_t k) {
        const auto made = rasters->fieldOf(columns, field);
        EXPECT_TRUE(made) << made.error().message;
        return made->ground.height[k];
    };
    EXPECT_EQ(value("height", 7), 2500);
    EXPECT_EQ(value("change", 7), 0);
    columns.fields.push_back(state::arrayOf<float>("change", change));
    EXPECT_NEAR(value("change", 7), -1.5e-6, 1e-12);  // single precision of 1.5e-6
    EXPECT_EQ(value("change", 8), 0);
    EXPECT_EQ(value("flow", 3), 5);
    EXPECT_EQ(value("flow_x", 3), 3);
    EXPECT_EQ(value("flow_z", 3), -4);
    const auto none = rasters->fieldOf(columns, "depth");
    ASSERT_FALSE(none);
    EXPECT_THAT(
        none.error().message,
        testing::HasSubstr("no field 'depth'; there are: change, height, flow, flow_x, flow_y, flow_z"));
}

// The tops of a volume that a raster is in lie where that lies, have its system and its holes, and its
// heights to a part of a cell; whatever the size of the cells, and of the box.
TEST(GroundRasters, TopsOfAVolumeKeepThePlaceOfTheirRaster) {
    const TemporaryFolder folder;
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 2, 30, 20}, 0);
    raster.hole.resize(raster.ground.grid.size());
    for (std::uint32_t j = 0; j < 20; ++j)
        for (std::uint32_t i = 0; i < 30; ++i)
            raster.ground.height[raster.ground.grid.at(i, j)] = 700 + 0.1 * i + 0.2 * j;
    for (std::uint32_t j = 10; j < 14; ++j)
        for (std::uint32_t i = 5; i < 9; ++i) raster.hole[raster.ground.grid.at(i, j)] = 1;
    raster.reference = io::Georeference{"", 557945, 5107975, 1, 1};
    raster.nodata = -12345;
    ASSERT_TRUE(io::writeRaster(folder / "in.tif", raster));
    const auto read =
        scene::readScene(R"(
format = 1
name = "volume"
[[material]]
name = "sand"
density = 2500
[volume]
material = "sand"
min = [12, 0, 0]
max = [28, 16, 8]
cell = 0.5
heights = "in.tif"
heights_corner = [10, -2, -350]
heights_scale = 0.5
cohesion = 0
[water]
spacing = 0.5
[[water_block]]
name = "pond"
min = [14, 1, 7.5]
max = [15, 2, 8]
)",
                         (folder / "scene.toml").string(), {}, scene::Machine{}, readRasterGround);
    ASSERT_TRUE(read.scene) << read.diagnostics.format("scene.toml", "");
    const std::vector<method::Land> lands = method::landsOf(*read.scene);
    const auto rasters = GroundRasters::of(lands.at(0));
    ASSERT_TRUE(rasters) << rasters.error().message;
    exec::Array<double> heights = lands[0].start->height;
    const geometry::ColumnGrid& own = lands[0].start->grid;
    heights[own.at(3, 3)] += 0.5;  // a metre of the raster
    ASSERT_TRUE(io::writeRaster(folder / "out.tif", rasters->rasterOf(heights.view())));
    const auto out = io::readRaster(folder / "out.tif").value();
    ASSERT_EQ(out.ground.grid.spacing, 1);
    EXPECT_EQ(out.nodata, -12345);
    // The box begins 4 and 4 m of land from the raster's first column, and its first cell's middle half a
    // metre from that.
    EXPECT_NEAR(out.reference->corner_x, 557945 + 4.5, 1e-6);
    EXPECT_NEAR(out.reference->corner_y, 5107975 + 4.5, 1e-6);
    for (std::uint32_t j = 0; j < out.ground.grid.rows; ++j)
        for (std::uint32_t i = 0; i < out.ground.grid.columns; ++i) {
            const double x = 4.5 + i, y = 4.5 + j;  // on the land, from the raster's first column
            const bool hole = x > 9 && x < 17 && y > 19 && y < 27;
            const std::size_t k = out.ground.grid.at(i, j);
            EXPECT_EQ(out.hole[k] != 0, hole) << i << " " << j;
            if (hole) continue;
            // A cell has the mean over itself, on a plane.
            const double lifted = i == 3 && j == 3 ? 1 : 0, near_hole = x > 7 && x < 19 && y > 17 && y < 29;
            EXPECT_NEAR(out.ground.height[k], 700 + 0.1 * x / 2 + 0.2 * y / 2 + lifted,
                        near_hole ? 0.6 : 0.02)
                << i << " " << j;
        }
}

// A real one: a USGS DEM of whole numbers in UTM 10 / NAD27 with holes along its slanted edge
// (tests/data/README.md).
TEST(GroundRasters, ARealDemKeepsProjectionAndNumbers) {
    const TemporaryFolder folder;
    const std::string dem = test::sourceFile("tests/data/saint-helens-west.dem");
    const scene::Scene scene = sceneOn(folder.path(), "shape = \"raster\"\nfile = \"" + dem + "\"\n");
    const auto rasters = GroundRasters::of(method::landsOf(scene).at(0));
    ASSERT_TRUE(rasters) << rasters.error().message;
    ASSERT_TRUE(io::writeRaster(folder / "out.tif",
                                rasters->rasterOf(ground::in(scene).ground->surface->height.view())));
    const auto in = io::readRaster(dem).value(), out = io::readRaster(folder / "out.tif").value();
    // A DEM has no name for its system, and a GeoTIFF gives it the usual one; all parameters are the same.
    const auto parameters = [](const std::string& text) {
        const auto from = text.find("GEOGCS"), to = text.find("AXIS");
        return from < to && to < text.size() ? text.substr(from, to - from) : "";
    };
    EXPECT_THAT(parameters(in.reference->system), ::testing::HasSubstr("\"central_meridian\",-123"));
    EXPECT_EQ(parameters(out.reference->system), parameters(in.reference->system));
    EXPECT_EQ(out.reference->corner_x, in.reference->corner_x);
    EXPECT_EQ(out.reference->corner_y, in.reference->corner_y);
    EXPECT_EQ(out.nodata, in.nodata);
    ASSERT_EQ(out.ground.grid, in.ground.grid);
    ASSERT_EQ(out.hole.size(), in.hole.size());
    for (std::size_t k = 0; k < in.ground.grid.size(); ++k) {
        EXPECT_EQ(out.ground.height[k], in.ground.height[k]) << k;
        EXPECT_EQ(in.hole.empty() ? 0 : out.hole[k], in.hole.empty() ? 0 : in.hole[k]) << k;
    }
}

TEST(GroundRasters, MadeGroundLiesInTheCoordinatesOfTheScene) {
    const TemporaryFolder folder;
    const scene::Scene scene =
        sceneOn(folder.path(), "shape = \"flat\"\ncorner = [-3, 4, 0.5]\nsize = [2, 1]\nspacing = 0.25\n");
    const auto rasters = GroundRasters::of(method::landsOf(scene).at(0));
    ASSERT_TRUE(rasters);
    exec::Array<double> heights(ground::in(scene).ground->surface->grid.size());
    for (std::size_t k = 0; k < heights.size(); ++k) heights[k] = 0.5 + double(k % 7);
    ASSERT_TRUE(io::writeRaster(folder / "out.tif", rasters->rasterOf(heights.view())));
    const auto out = io::readRaster(folder / "out.tif").value();
    EXPECT_EQ(out.reference->corner_x, -3);
    EXPECT_EQ(out.reference->corner_y, 4);
    for (std::size_t k = 0; k < heights.size(); ++k)
        EXPECT_EQ(out.ground.height[k], static_cast<float>(heights[k]));
}

TEST(GroundSurface, IsTheSameMeshInAllFormats) {
    const TemporaryFolder folder;
    const geometry::ColumnGrid small{0.5, -1, 0.25, 5, 4};
    state::World world;
    state::Table& table = world.addTable("ground");
    constexpr state::Field<double> height{"height", "m", "of the column's top"};
    table.add(height);
    table.resize(small.size());
    for (std::size_t k = 0; k < small.size(); ++k) table.write(height)[k] = 0.125 * double(k % 5) - 0.25;
    const geometry::Mesh mesh = geometry::meshOf(small, std::as_const(table).read(height));
    ASSERT_TRUE(io::writeStl(folder / "a.stl", mesh));
    ASSERT_TRUE(io::writeObj(folder / "a.obj", mesh));
    for (const char* name : {"a.stl", "a.obj"}) {
        const auto read = geometry::readMesh((folder / name).string());
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->triangles.size(), mesh.triangles.size());
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_EQ(length(read->points[read->triangles[t][c]] - mesh.points[mesh.triangles[t][c]]), 0)
                    << name << " " << t;
    }
    ASSERT_TRUE(io::writeSurfaceVtp(folder / "a.vtp", state::columnsOf(table, small, 0.5).view()));
    const auto points = io::readVtp(folder / "a.vtp");
    ASSERT_TRUE(points) << points.error().message;
    EXPECT_EQ(points->time, 0.5);
    for (std::size_t k = 0; k < small.size(); ++k)
        EXPECT_EQ(length(points->view().at(k) - mesh.points[k]), 0);
    const std::string command = "python3 " + test::sourceFile("tests/io/read_surface.py") + " " +
                                (folder / "a.vtp").string() + " 5 4";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

}  // namespace
}  // namespace talus::run
