#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "talus/geometry/mesh/mesh_file.h"
#include "tests/run/cli.h"

namespace talus {
namespace {

using test::Cli;
using test::talus;

class ExportCloth : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        std::ofstream(folder / "cloth.toml")
            << "format = 1\nname = \"cloth\"\n[time]\nduration = 0.3\nframe_interval = 0.1\n"
               "[[cloth]]\nname = \"sheet\"\npoints_x = 9\npoints_y = 7\n"
               "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top-corners\"\n";
        ASSERT_EQ(talus("run " + at("cloth.toml") + " --out " + at("run")).code, 0);
        ASSERT_EQ(talus("export " + at("run") + " --what sheet --format obj,ply").code, 0);
    }
    std::string file(int frame, const char* ending) const {
        return (folder / "run" / "export" / fmt::format("sheet.{:04}.{}", frame, ending)).string();
    }
    /// The vectors of lines that begin with a word.
    static std::vector<Vec3d> linesOf(const std::string& path, const std::string& word) {
        std::ifstream in(path);
        std::vector<Vec3d> all;
        for (std::string line; std::getline(in, line);) {
            std::istringstream parts(line);
            std::string first;
            Vec3d v;
            if (parts >> first >> v.x >> v.y >> v.z && first == word) all.push_back(v);
        }
        return all;
    }
};

// A sequence of OBJ or PLY files has the same triangles in each frame, the same points in both formats, and
// OBJ the unit normals at the points: the means of those of the triangles there by their areas.
TEST_F(ExportCloth, SequencesHavePointsTrianglesAndNormals) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    Vec3d before;
    for (int frame = 0; frame <= 3; ++frame) {
        const auto obj = geometry::readMesh(file(frame, "obj")), ply = geometry::readMesh(file(frame, "ply"));
        ASSERT_TRUE(obj.ok()) << obj.error().message;
        ASSERT_TRUE(ply.ok()) << ply.error().message;
        EXPECT_EQ(obj->points.size(), 63U);
        EXPECT_EQ(obj->triangles.size(), 2 * 8 * 6U);
        if (frame == 0) triangles = obj->triangles;
        EXPECT_EQ(obj->triangles, triangles) << frame;
        EXPECT_EQ(ply->triangles, triangles) << frame;
        EXPECT_EQ(obj->points, ply->points) << frame;
        EXPECT_NE(obj->points[30], before) << "it does not move";
        before = obj->points[30];
        const std::vector<Vec3d> normals = linesOf(file(frame, "obj"), "vn");
        ASSERT_EQ(normals.size(), 63U);
        std::vector<Vec3d> expected(63);
        for (const auto& corner : triangles) {
            const Vec3d area = cross(obj->points[corner[1]] - obj->points[corner[0]],
                                     obj->points[corner[2]] - obj->points[corner[0]]);
            for (const std::uint32_t p : corner) expected[p] += area;
        }
        for (std::size_t p = 0; p < 63; ++p)
            EXPECT_LT(length(normals[p] - normalized(expected[p])), 1e-6) << p;
    }
}

}  // namespace
}  // namespace talus
