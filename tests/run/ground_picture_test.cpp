#include "talus/couple/granular/picture/draw.h"

#include "talus/ground/report/frames.h"
#include "talus/method/land/land_heights.h"
#include "talus/run/frames.h"
#include "talus/scene/reader.h"
#include "tests/support/granular.h"

namespace talus::run {
namespace {

scene::Scene sceneWith(const std::string& ground_material, const std::string& more = "") {
    const auto read = scene::readScene(R"(
format = 1
name = "drawn"
[[material]]
name = "sand"
density = 2500
colour = [0.9, 0.7, 0.5]
[[material]]
name = "rock"
density = 2700
colour = [0.3, 0.3, 0.3]
[[contact]]
between = ["sand", "sand"]
[[contact]]
between = ["sand", "rock"]
[[grain]]
material = "sand"
position = [0.5, 0.5, 2]
radius = 0.01
[ground]
shape = "flat"
corner = [0, 0, 1]
size = [1, 1]
spacing = 0.25
material = ")" + ground_material + "\"\n" + more,
                                       "scene.toml", {}, scene::Machine{});
    EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", "");
    return *read.scene;
}

picture::Terrain drawn(const scene::Scene& scene, const state::ColumnsView& columns = {},
                       const method::PictureStyle& look = {}) {
    picture::Picture picture;
    ground::addGround(picture, scene, ground::in(scene).ground->surface->height.view(), look, columns,
                      couple::granular::shownGrains(scene));
    return picture.terrains.at(0);
}

TEST(GroundPicture, LooksLikeTheGrainsOfItsMaterial) {
    EXPECT_EQ(drawn(sceneWith("sand")).grain_radius, 0.01);
    EXPECT_EQ(drawn(sceneWith("rock")).grain_radius, 0);
    EXPECT_EQ(drawn(sceneWith("rock", "grain_radius = 0.002\n")).grain_radius, 0.002);
    EXPECT_LT(drawn(sceneWith("rock")).base, 1) << "a block has a thickness";
    const scene::Scene deep =
        sceneWith("rock", "[hybrid]\ninterval = 0.05\ndepth = 0.7\nmaterial = \"sand\"\n");
    EXPECT_LT(drawn(deep).base, 0.3) << "all that can be dug away is a part of it";
    const scene::Scene sand = sceneWith("sand",
                                        "[hybrid]\ninterval = 0.05\ndepth = 0.7\nmaterial = "
                                        "\"sand\"\ngrain_radius = 0.004\n");
    EXPECT_EQ(drawn(sand).grain_radius, 0.004) << "of the sand that it is, not of one grain on it";
}

// A layer of sand in one column, half of one in another: on rock they look like sand, and like nothing else
// elsewhere.
TEST(GroundPicture, GrainsThatBecameGroundKeepTheirLook) {
    const scene::Scene scene = sceneWith("rock");
    const geometry::ColumnGrid& grid = ground::in(scene).ground->surface->grid;
    std::vector<float> mass(grid.size());
    const double layer = 0.03 * grid.area() * 2500 * 0.6;  // a layer and a half of its grains, bulk
    mass[7] = static_cast<float>(2 * layer);
    mass[8] = static_cast<float>(0.5 * layer);
    state::ColumnsView columns{0, grid, {}};
    columns.fields.push_back(
        {ground::storedField("sand"), state::Scalar::F32, 1, std::as_bytes(std::span(mass))});
    const picture::Terrain terrain = drawn(scene, columns);
    EXPECT_EQ(terrain.grain_radius, 0.01);
    ASSERT_EQ(terrain.cover.size(), grid.size());
    EXPECT_EQ(terrain.cover[7], 1);
    EXPECT_NEAR(terrain.cover[8], 0.5, 1e-6);
    EXPECT_EQ(terrain.cover[9], 0);
    EXPECT_FLOAT_EQ(terrain.colour[7].r, 0.9f);
    EXPECT_FLOAT_EQ(terrain.colour[8].r, 0.6f);
    EXPECT_FLOAT_EQ(terrain.colour[9].r, 0.3f);
    // Ground that is sand itself is grains everywhere.
    EXPECT_TRUE(drawn(sceneWith("sand"), columns).cover.empty());
}

TEST(GroundPicture, FieldsHaveALegend) {
    const scene::Scene scene = sceneWith("sand");
    picture::Picture picture;
    ground::addGround(picture, scene, ground::in(scene).ground->surface->height.view(), {"slope", 0.1}, {},
                      couple::granular::shownGrains(scene));
    ASSERT_TRUE(picture.legend);
    EXPECT_EQ(picture.legend->name, "slope");
    EXPECT_EQ(picture.terrains[0].colour.size(), ground::in(scene).ground->surface->grid.size());
    EXPECT_EQ(picture.terrains[0].contour_interval, 0.1);
    EXPECT_EQ(picture.terrains[0].grain_radius, 0) << "values are read from a smooth surface";
}

// A plane of 30 degrees on ground that was level: degrees and metres, within what the scene asks for.
TEST(GroundPicture, FieldsAreThoseOfTheSurface) {
    scene::Scene scene = sceneWith("sand");
    const geometry::ColumnGrid& grid = ground::in(scene).ground->surface->grid;
    exec::Array<double> plane(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i)
            plane[grid.at(i, j)] = 2 + grid.x(i) * std::tan(0.5235987755982988);
    const auto legendOf = [&](const char* colour) {
        picture::Picture picture;
        ground::addGround(picture, scene, std::as_const(plane).view(), {colour, 0}, {},
                          couple::granular::shownGrains(scene));
        return *picture.legend;
    };
    // Ends of a scale are round numbers around the values.
    EXPECT_GT(legendOf("slope").low, 10);
    EXPECT_LE(legendOf("slope").low, 30);
    EXPECT_GE(legendOf("slope").high, 30);
    EXPECT_LT(legendOf("slope").high, 50);
    EXPECT_EQ(legendOf("slope").unit, "°");
    EXPECT_NEAR(legendOf("height").low, 2, 0.1);
    EXPECT_NEAR(legendOf("height").high, 2 + std::tan(0.5235987755982988), 0.1);
    EXPECT_EQ(legendOf("height").unit, "m");
    scene.render.colour_min = 0.17453292519943295;
    scene.render.colour_max = 0.6981317007977318;
    EXPECT_NEAR(legendOf("slope").low, 10, 1e-6);
    EXPECT_NEAR(legendOf("slope").high, 40, 1e-6);
    EXPECT_NEAR(legendOf("height").high, 0.6981317007977318, 1e-9);
}

// The block reaches below what can be dug, and below what was.
TEST(GroundPicture, TheBlockHasABottom) {
    const scene::Scene soil = sceneWith("rock", "[soil]\ndepth = 0.5\n");
    EXPECT_LT(ground::groundBlock(*ground::in(soil).ground, 0).min.z, 0.5);
    EXPECT_GT(ground::groundBlock(*ground::in(soil).ground, 0).min.z, 0.3);
    const scene::Scene rock = sceneWith("rock");
    exec::Array<double> dug(ground::in(rock).ground->surface->grid.size());
    for (double& height : dug.view()) height = 1;
    dug[7] = -3;
    picture::Picture picture;
    ground::addGround(picture, rock, std::as_const(dug).view(), {}, {}, couple::granular::shownGrains(rock));
    EXPECT_LE(picture.terrains[0].base, -3);
}

TEST(GroundPicture, ColumnsThatDoNotMatchTheSceneAreRefused) {
    const scene::Scene scene = sceneWith("sand");
    std::vector<float> heights(9);
    state::ColumnsView columns{0, {0, 0, 1, 3, 3}, {}};
    columns.fields.push_back({"height", state::Scalar::F32, 1, std::as_bytes(std::span(heights))});
    const method::Land land{.set = "ground", .start = ground::in(scene).ground->surface};
    EXPECT_EQ(method::heightsOf(land, columns).error().kind, ErrorKind::Input);
    columns.grid = land.start->grid;
    heights.assign(columns.grid.size(), 2);
    columns.fields[0].bytes = std::as_bytes(std::span(heights));
    const auto found = method::heightsOf(land, columns);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->view()[heights.size() - 1], 2);
}

}  // namespace
}  // namespace talus::run
