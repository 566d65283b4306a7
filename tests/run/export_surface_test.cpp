#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/mesh_file.h"
#include "talus/io/vtk/export_mesh.h"
#include "tests/run/cli.h"

namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

class ExportSurface : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 6 --out " + at("run")).code, 0);
    }
    Outcome surface(const std::string& options) const {
        return talus("export " + at("run") + " --surface " + options);
    }
    std::string bytes(const char* name) const {
        return io::readFile(folder / "run" / "export" / name, 1 << 24).value();
    }
};

// PLY, OBJ and STL hold one closed mesh; PLY its normals and velocities as well. Equal calls give equal
// bytes.
TEST_F(ExportSurface, IsOneMeshInAllFormats) {
    const Outcome o = surface("--frames 6 --format ply,obj,stl");
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("the surface of grains in 1 frame as ply, obj, stl"));
    const auto path = [&](const char* name) { return (folder / "run" / "export" / name).string(); };
    const auto ply = geometry::readMesh(path("grains-surface.0006.ply"));
    const auto obj = geometry::readMesh(path("grains-surface.0006.obj"));
    const auto stl = geometry::readMesh(path("grains-surface.0006.stl"));
    ASSERT_TRUE(ply) << ply.error().message;
    ASSERT_TRUE(obj) << obj.error().message;
    ASSERT_TRUE(stl) << stl.error().message;
    EXPECT_GT(ply->triangles.size(), 100u);
    EXPECT_EQ(geometry::openSides(*ply), 0u);
    EXPECT_EQ(ply->points, obj->points);
    EXPECT_EQ(ply->triangles, obj->triangles);
    EXPECT_EQ(stl->triangles.size(), ply->triangles.size());
    const std::string first = bytes("grains-surface.0006.ply");
    EXPECT_THAT(first, HasSubstr("property float nz"));
    ASSERT_EQ(surface("--frames 6").code, 0);
    EXPECT_EQ(bytes("grains-surface.0006.ply"), first);
    ASSERT_EQ(surface("--frames 6 --velocity --cell 1 --smoothing 0 --radius 0.003").code, 0);
    const std::string other = bytes("grains-surface.0006.ply");
    EXPECT_THAT(other, HasSubstr("property float velocity_x"));
    const auto moving = geometry::readMesh(path("grains-surface.0006.ply"));
    ASSERT_TRUE(moving) << moving.error().message;
    EXPECT_EQ(geometry::openSides(*moving), 0u);
}

TEST_F(ExportSurface, ErrorsGiveAdvice) {
    const std::pair<const char*, const char*> wrong[]{
        {"--what water", "no points named 'water'; there are grains"},
        {"--radius 0", "radii above 0"},
        {"--cell 0.01", "0.1 to 2 radii"},
        {"--smoothing -1", "0 to 10 radii"},
        {"--smoothing nan", "finite"},
        {"--format vtp", "cannot be exported as 'vtp'; there are ply, obj, stl"},
        {"--velocity --format obj", "--velocity needs --format ply"},
        {"--with-grains", "cannot be combined with --surface"},
        {"--frames 70:80", "has no frames in 70:80"},
        {"--frames a", "frames"},
    };
    for (const auto& [options, message] : wrong) {
        const Outcome o = surface(options);
        EXPECT_EQ(o.code, 2) << options << o.text;
        EXPECT_THAT(o.text, HasSubstr(message)) << options;
    }
    const Outcome o = talus("export " + at("run") + " --cell 1");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("--cell needs --surface"));
}

}  // namespace
}  // namespace talus
