// [ground] becomes a surface that grains lie on.
#include <fmt/format.h>

#include "talus/core/text_file.h"
#include "talus/grains/fields.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"
#include "tests/support/granular.h"

namespace talus::scene {
namespace {

const std::string head = R"(
format = 1
name = "on-ground"
[time]
duration = 1
frame_interval = 0.05
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 500
shear_stiffness = 140
restitution = 0.3
friction = 0.6
rolling = "spring"
rolling_friction = 0.3
rolling_stiffness = 100
[ground]
material = "sand"
corner = [-0.1, -0.05, 0.02]
size = [0.2, 0.1]
spacing = 0.005
)";

ReadResult read(const std::string& ground, const std::string& rest = "") {
    return readScene(head + ground + rest, "scene.toml", {}, Machine{});
}
std::string errors(const ReadResult& result) { return result.diagnostics.format("scene.toml", ""); }

TEST(Ground, BecomesColumns) {
    for (const std::string shape :
         {"shape = \"flat\"\n", "shape = \"hills\"\nheight = 0.01\nwavelength = 0.05\n",
          "shape = \"dunes\"\nheight = 0.005\nwavelength = 0.05\nwind = \"20 deg\"\nseed = 4\n",
          "shape = \"craters\"\nsmallest = 0.005\nlargest = 0.02\ncount = 5\n"}) {
        const ReadResult result = read(shape);
        ASSERT_TRUE(result.scene) << errors(result);
        const Scene& scene = *result.scene;
        EXPECT_TRUE(scene.environment.walls.empty());
        const geometry::Heightfield& field = *ground::in(scene).ground->surface;
        EXPECT_EQ(field.height.size(), 41u * 21u);
        const geometry::Box box = boundsOf(exec::Exec::serial(), field.grid, field.height.view());
        EXPECT_NEAR(box.min.x, -0.1, 1e-15);
        EXPECT_NEAR(box.max.y, 0.05, 1e-15);
        EXPECT_EQ(shape.find("flat") != std::string::npos, box.max.z == box.min.z) << shape;
        EXPECT_NEAR(0.5 * (box.max.z + box.min.z), 0.02, 0.02);
        // Written out and read again it is the same ground.
        const std::string text = writeResolved(scene);
        const ReadResult again = readScene(text, "run.toml", {}, Machine{});
        ASSERT_TRUE(again.scene) << errors(again);
        EXPECT_EQ(writeResolved(*again.scene), text);
        const auto& same = ground::in(*again.scene).ground->surface->height;
        EXPECT_TRUE(std::equal(field.height.data(), field.height.data() + field.height.size(), same.data()));
    }
}

TEST(Ground, SceneWithoutItsTableHasNoGround) {
    const std::string without = head.substr(0, head.find("[ground]"));
    const ReadResult result = readScene(without, "scene.toml", {}, Machine{});
    ASSERT_TRUE(result.scene) << errors(result);
    EXPECT_FALSE(ground::in(*result.scene).ground);
    EXPECT_EQ(writeResolved(*result.scene).find("[ground]"), std::string::npos);
}

// A grain dropped on a slope of hills ends at rest on the surface, a radius away from it; another one falls
// beside the ground, on nothing.
TEST(Ground, CarriesGrains) {
    const ReadResult result =
        read("shape = \"hills\"\nheight = 0.004\nwavelength = 0.06\noctaves = 2\n",
             "[[grain]]\nmaterial = \"sand\"\nposition = [0.013, 0.01, 0.05]\nradius = 0.002\n"
             "[[grain]]\nmaterial = \"sand\"\nposition = [0.3, 0, 0.05]\nradius = 0.002\n");
    ASSERT_TRUE(result.scene) << errors(result);
    auto simulation = Simulation::build(*result.scene, exec::Exec::serial());
    ASSERT_TRUE(simulation.ok()) << simulation.error().message;
    while (simulation->world().time < 1) ASSERT_TRUE(simulation->advance().ok());
    EXPECT_EQ(granularOf(*simulation).fallen(simulation->world()), 1u) << "the one beside it";
    const auto& grains = simulation->world().table(grains::grains_table);
    ASSERT_EQ(grains.size(), 1u);
    EXPECT_EQ(grains.read(grains::fields::id)[0], 0u);
    const Vec3d x = grains.read(grains::fields::position)[0];
    EXPECT_LT(length(grains.read(grains::fields::velocity)[0]), 1e-4);
    double nearest = 1;
    const geometry::Heightfield& field = *ground::in(*result.scene).ground->surface;
    const geometry::Mesh mesh = meshOf(field.grid, field.height.view());
    for (const auto& [a, b, c] : mesh.triangles)
        nearest = std::min(
            nearest,
            length(x - geometry::closestOnTriangle(mesh.points[a], mesh.points[b], mesh.points[c], x).point));
    EXPECT_NEAR(nearest, 0.002, 2e-5);  // less the overlap of its weight: m g / k = 1.6e-6 m
    EXPECT_GT(x.z, 0.016);
}

TEST(Ground, BadInputIsRefusedWithAReason) {
    const auto messageOf = [](const std::string& ground, const std::string& rest = "") {
        const ReadResult result = read(ground, rest);
        return result.scene ? std::string("it was read") : errors(result);
    };
    using testing::HasSubstr;
    EXPECT_THAT(messageOf("shape = \"dunes\"\nheight = 0.1\nwavelength = 0.02\n"),
                HasSubstr("need a wavelength above"));
    EXPECT_THAT(messageOf("shape = \"hills\"\nheight = 0.1\nwavelength = 0.002\n"),
                HasSubstr("two spacings"));
    EXPECT_THAT(messageOf("shape = \"hills\"\nwavelength = 0.02\n"), HasSubstr("'height'"));
    EXPECT_THAT(messageOf("shape = \"flat\"\nheight = 1\n"), HasSubstr("does not apply"));
    // A wall of that name is a wall as any other.
    EXPECT_EQ(messageOf("", "[[wall]]\nname = \"ground\"\nmaterial = \"sand\"\npoint = [0, 0, -1]\n"),
              "it was read");
    const std::string low = "[[grain]]\nmaterial = \"sand\"\nradius = 0.002\nposition = [0, 0, ";
    EXPECT_THAT(messageOf("", low + "0.019]\n"), HasSubstr("below the ground"));
    EXPECT_THAT(messageOf("", low + "0.0215]\n"), testing::Not(HasSubstr("ground")));
    EXPECT_THAT(messageOf("",
                          "[[fill]]\nname = \"bed\"\nmaterial = \"sand\"\ngrain_radius = 0.001\nmin = "
                          "[-0.02, -0.02, 0.018]\n"
                          "max = [0.02, 0.02, 0.03]\n"),
                HasSubstr("'bed' reaches below the ground"));
    EXPECT_THAT(
        messageOf(
            "",
            "[[emitter]]\nname = \"spout\"\nmaterial = \"sand\"\ncentre = [0, 0, 0.025]\nradius = 0.01\n"
            "direction = [1, 0, 0]\ngrain_radius = 0.001\n"),
        HasSubstr("reaches below the ground"));
    const auto set = [](const std::vector<std::string>& overrides) {
        return errors(readScene(head, "scene.toml", overrides, Machine{}));
    };
    EXPECT_THAT(set({"ground.spacing=0.00001"}), HasSubstr("67108864 in all"));
    EXPECT_THAT(set({"ground.spacing=1"}), HasSubstr("smaller than one spacing"));
    EXPECT_THAT(set({"ground.size=[0.2]"}), HasSubstr("size"));
    EXPECT_THAT(set({"ground.material=rock"}), HasSubstr("rock"));
    EXPECT_THAT(set({"ground.spacing=0.01"}), testing::Not(HasSubstr("error")));
}

// Flat ground under a domain that repeats along x: a grain that slides and rolls over its side again and
// again stays on it. It sinks in by m g / k = 5e-7 m.
TEST(Ground, RepeatsWithTheDomain) {
    const ReadResult result = read("", R"(
[world]
periodic = ["x"]
domain_min = [-0.05, -0.05, 0]
domain_max = [0.05, 0.05, 0.1]
[[grain]]
material = "sand"
radius = 0.002
position = [0.01, 0, 0.022]
velocity = [1, 0, 0]
)");
    ASSERT_TRUE(result.scene) << errors(result);
    auto built = Simulation::build(*result.scene, exec::Exec::serial());
    ASSERT_TRUE(built) << built.error().message;
    Simulation& simulation = *built;
    int wraps = 0;
    double before = 0.01;
    for (int k = 0; k < 400; ++k) {
        const auto steps = static_cast<std::uint64_t>(1e-3 / simulation.clock().dt());
        for (std::uint64_t n = 0; n < steps; ++n) ASSERT_TRUE(simulation.advance(1).ok());
        const Vec3d at = simulation.world().table(grains::grains_table).read(grains::fields::position)[0];
        ASSERT_NEAR(at.z, 0.022, 2e-6) << "at x = " << at.x;
        wraps += at.x < before;
        before = at.x;
    }
    EXPECT_GE(wraps, 2);
}

// A ridge at the side of the domain: ground that ends there hides it from grains on the other side.
TEST(Ground, UnevenGroundThatEndsAtAPeriodicSideIsWarnedOf) {
    const auto warnings = [](std::uint32_t columns, std::uint32_t extra, bool ridge) {
        const RasterReader reader = [&](const method::RasterRequest&) -> Result<method::RasterLand> {
            geometry::Heightfield field = geometry::flatHeightfield({0, 0, 0.005, columns + 2 * extra, 9}, 0);
            for (std::uint32_t j = 0; j < 9; ++j)
                for (std::uint32_t i = 0; i < field.grid.columns; ++i)
                    field.height[field.grid.at(i, j)] =
                        ridge && (i + columns - 1 - extra) % (columns - 1) == 1 ? 0.01 : 0;
            return method::RasterLand{std::move(field), 0};
        };
        const std::string text = fmt::format(R"(
format = 1
name = "ridge"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
[world]
periodic = ["x"]
domain_min = [0, 0, 0]
domain_max = [0.1, 0.04, 0.1]
[[grain]]
material = "sand"
radius = 0.002
position = [0.05, 0.02, 0.05]
[ground]
shape = "raster"
file = "ridge.tif"
material = "sand"
corner = [{}, 0, 0]
)",
                                             -0.005 * extra);
        const ReadResult read = readScene(text, "ridge.toml", {}, Machine{}, reader);
        EXPECT_TRUE(read.scene) << read.diagnostics.format("ridge.toml", text);
        return read.diagnostics.format("ridge.toml", text);
    };
    EXPECT_EQ(warnings(21, 0, false), "");
    EXPECT_THAT(warnings(21, 0, true), testing::HasSubstr("along x do not touch the ground beyond them"));
    EXPECT_EQ(warnings(21, 1, true), "");
}

}  // namespace
}  // namespace talus::scene
