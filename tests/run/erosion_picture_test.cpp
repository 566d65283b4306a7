// Ground that water shapes, coloured by what its columns tell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/method/drawing.h"
#include "talus/method/gather.h"
#include "talus/scene/reader.h"

namespace talus::run {
namespace {

scene::Scene stream(const std::string& more = "") {
    const auto read = scene::readScene(R"(
format = 1
name = "stream"
[[material]]
name = "sand"
density = 2650
[[contact]]
between = ["sand", "sand"]
[ground]
shape = "flat"
material = "sand"
corner = [0, 0, 0]
size = [1, 1]
spacing = 0.25
[water]
spacing = 0.1
[[water_block]]
name = "pond"
min = [0.2, 0.2, 0.1]
max = [0.8, 0.8, 0.3]
[erosion]
grain_diameter = 0.001
)" + more,
                                       "scene.toml", {}, scene::Machine{});
    EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", "");
    return *read.scene;
}

/// A frame of it: no water, a flow of 5 m/s and a wetness of 0.75 on one column, none on the others.
method::FrameSets frameOf(const scene::Scene& scene) {
    const geometry::ColumnGrid& grid = method::landsOf(scene).at(0).start->grid;
    state::Columns columns{0, grid, {}};
    const auto add = [&](const char* name, int components, std::vector<float> values) {
        const auto bytes = std::as_bytes(std::span(values));
        columns.fields.push_back({name, state::Scalar::F32, components, {bytes.begin(), bytes.end()}});
    };
    std::vector<float> wetness(grid.size()), flow(3 * grid.size());
    wetness[7] = 0.75f;
    flow[21] = 3;
    flow[23] = -4;
    add("height", 1, std::vector<float>(grid.size()));
    add("wetness", 1, wetness);
    add("flow", 3, flow);
    method::FrameSets sets;
    sets.emplace("ground", std::move(columns));
    return sets;
}

TEST(ErosionPicture, ShowsTheFieldsOfTheGround) {
    const scene::Scene scene = stream();
    EXPECT_THAT(method::coloursOf(scene), testing::IsSupersetOf({"wetness", "flow", "change", "cut",
                                                                 "deposit", "depth", "shear", "height"}));
    const method::FrameSets sets = frameOf(scene);
    const auto drawn = [&](const char* colour, picture::Picture& picture) {
        std::vector<std::shared_ptr<void>> keep;
        const method::PictureStyle look{colour, 0};
        method::Drawing drawing{0, sets, look, picture, keep};
        for (const method::Method* method : scene.used())
            if (method->draw)
                if (Status status = method->draw(scene, drawing); !status) return status;
        return success();
    };
    for (const auto& [colour, name, unit, highest] :
         {std::tuple{"wetness", "wetness", "", 0.75}, std::tuple{"flow", "speed", "m/s", 5.0}}) {
        picture::Picture picture;
        const Status status = drawn(colour, picture);
        ASSERT_TRUE(status.ok()) << status.error().message;
        ASSERT_TRUE(picture.legend);
        EXPECT_EQ(picture.legend->name, name);
        EXPECT_EQ(picture.legend->unit, unit);
        EXPECT_LE(picture.legend->low, 0);
        EXPECT_GE(picture.legend->high, highest);
        ASSERT_EQ(picture.terrains.size(), 1u);
        const std::vector<picture::Colour>& colours = picture.terrains[0].colour;
        ASSERT_EQ(colours.size(), picture.terrains[0].grid.size());
        EXPECT_NE(colours[7].r, colours[8].r);
        EXPECT_EQ(colours[6].r, colours[8].r);
    }
    picture::Picture picture;
    const Status missing = drawn("shear", picture);
    ASSERT_FALSE(missing.ok());
    EXPECT_THAT(missing.error().message,
                testing::HasSubstr("the frames of the ground have no field 'shear'"));
}

// Grains have no wetness: they keep the colours of their materials, and their frames are asked for nothing.
TEST(ErosionPicture, GrainsHaveNoWetness) {
    const scene::Scene scene =
        stream("[[grain]]\nmaterial = \"sand\"\nposition = [0.5, 0.5, 2]\nradius = 0.01\n");
    for (const method::Method* method : scene.used())
        if (method->drawn_fields) {
            EXPECT_THAT(method->drawn_fields(scene, "wetness"), testing::Not(testing::Contains("wetness")))
                << method->name;
        }
}

}  // namespace
}  // namespace talus::run
