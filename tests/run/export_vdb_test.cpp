// OpenVDB files of a run. What is in them: tests/io/vdb_test.cpp.
#include "tests/run/cli.h"
#include "tests/support/scene_head.h"

namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

class ExportVdb : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_TRUE(io::writeFile(folder / "hollow.toml",
                                  test::sceneHead("hollow", {.duration = 0.02}, {{"rock"}}) + R"(
[volume]
material = "rock"
min = [0, 0, 0]
max = [0.4, 0.4, 0.4]
cell = 0.02
level = 0.2
cohesion = 1000
[[volume_shape]]
name = "pool"
remove = true
shape = "box"
min = [0.1, 0.1, 0.1]
max = [0.3, 0.3, 0.4]
[water]
spacing = 0.02
[[water_block]]
name = "pool"
min = [0.1, 0.1, 0.1]
max = [0.3, 0.3, 0.16]
[output]
fields = ["firm", "loose"]
)"));
        ASSERT_EQ(talus("run " + at("hollow.toml") + " --out " + at("run")).code, 0);
    }
    Outcome exported(const std::string& options) const {
        return talus("export " + at("run") + " " + options);
    }
    std::string bytes(const char* to, const char* name) const {
        return io::readFile(folder / to / name, 1 << 24).value();
    }
};

TEST_F(ExportVdb, WritesSurfaceCellsAndLiquid) {
    const Outcome o = exported("--format vdb --to " + at("a"));
#ifdef TALUS_VDB
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("cells (volume) as vdb"));
    EXPECT_THAT(o.text, HasSubstr("volume (mesh) as vdb"));
    ASSERT_EQ(exported("--format vdb --to " + at("b")).code, 0);
    for (const char* name : {"volume.0002.vdb", "cells.0002.vdb"})
        EXPECT_EQ(bytes("a", name), bytes("b", name)) << name;
    EXPECT_THAT(bytes("a", "cells.0002.vdb"), HasSubstr("loose"));
    const Outcome surface = exported("--surface --what water --format vdb --to " + at("a"));
    ASSERT_EQ(surface.code, 0) << surface.text;
    // Half of the spacing that the scene says is what --radius is without being said.
    ASSERT_EQ(exported("--surface --what water --radius 0.01 --format vdb --to " + at("b")).code, 0);
    EXPECT_EQ(bytes("a", "water-surface.0002.vdb"), bytes("b", "water-surface.0002.vdb"));
    EXPECT_THAT(bytes("a", "water-surface.0002.vdb"), HasSubstr("surface"));
    ASSERT_EQ(exported("--format vdb --what volume --voxel 0.04 --to " + at("b")).code, 0);
    EXPECT_LT(bytes("b", "volume.0002.vdb").size(), bytes("a", "volume.0002.vdb").size());
#else
    EXPECT_EQ(o.code, 1);
    EXPECT_THAT(o.text, HasSubstr("libopenvdb-dev"));
#endif
}

TEST_F(ExportVdb, OverwriteTakesAllThatWasExported) {
#ifdef TALUS_VDB
    ASSERT_EQ(exported("--format vdb").code, 0);
#endif
    for (const char* options : {"", "--format obj,stl,ply,csv,xyz,vtp,vti", "--surface --what water"})
        ASSERT_EQ(exported(options).code, 0) << options;
    const Outcome o =
        talus("run " + at("hollow.toml") + " --frames 1 --progress none --overwrite --out " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_FALSE(std::filesystem::exists(folder / "run/export")) << o.text;
    // Nor are there files of grains, of which the scene can have none.
    EXPECT_FALSE(std::filesystem::exists(folder / "run/frames/grains.pvd"));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/frames/water.pvd"));
}

TEST_F(ExportVdb, ErrorsGiveAdvice) {
    for (const auto& [options, message] :
         {std::pair{"--format vdb --what tops", "nothing here can be exported as 'vdb'"},
          {"--format vti --voxel 0.1", "--voxel is for level sets"},
          {"--format vdb --what volume --voxel 0", "are not possible"},
          {"--format vdb --what volume --voxel 1e-6", "use larger voxels"}}) {
        const Outcome o = exported(options);
        EXPECT_NE(o.code, 0) << options << o.text;
#ifdef TALUS_VDB
        EXPECT_THAT(o.text, HasSubstr(message)) << options;
#endif
    }
}

}  // namespace
}  // namespace talus
