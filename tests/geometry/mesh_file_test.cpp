// Triangle meshes: every format gives the same square pyramid; hostile ones give an error that names the
// trouble.
#include "talus/geometry/mesh/mesh_file.h"

#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "talus/core/rng.h"
#include "talus/geometry/mesh/triangle_tree.h"
#include "tests/support/temporary_folder.h"

namespace talus::geometry {
namespace {

const std::string obj =
    "# a tent\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvn 0 0 1\nv 1 1 1.5\n"
    "f 1//1 2//1 3//1 4//1\nf 1 2 5\nf 2/7 3/8 -1/9\n";
const std::string ply =
    "ply\nformat ascii 1.0\ncomment a tent\nelement vertex 5\nproperty float x\nproperty float y\n"
    "property uchar red\nproperty double z\nelement face 3\n"
    "property list uchar int vertex_indices\nend_header\n"
    "0 0 9 0\n2 0 9 0\n2 2 9 0\n0 2 9 0\n1 1 9 1.5\n4 0 1 2 3\n3 0 1 4\n3 1 2 4\n";

std::string stlText() {
    return "solid tent\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 2 2 "
           "0\nendloop\nendfacet\n"
           "facet\nvertex 0 0 0\nvertex 2 2 0\nvertex 0 2 0\nfacet\nvertex 0 0 0\nvertex 2 0 0\nvertex 1 1 "
           "1.5\n"
           "facet\nvertex 2 0 0\nvertex 2 2 0\nvertex 1 1 1.5\nendsolid\n";
}

template <class T>
void put(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string stlBinary(std::uint32_t claimed, const Mesh& mesh) {
    std::string bytes(80, ' ');
    put(bytes, claimed);
    for (const auto& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) put(bytes, 0.0f);
        for (const std::uint32_t c : t)
            for (const double x : {mesh.points[c].x, mesh.points[c].y, mesh.points[c].z})
                put(bytes, static_cast<float>(x));
        put(bytes, std::uint16_t{0});
    }
    return bytes;
}

std::string plyBinary() {
    std::string bytes =
        "ply\nformat binary_little_endian 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
        "property float z\nelement face 3\nproperty list uchar uint vertex_index\nend_header\n";
    for (const float x : {0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 2.f, 2.f, 0.f, 0.f, 2.f, 0.f, 1.f, 1.f, 1.5f})
        put(bytes, x);
    for (const auto& face : {std::vector<std::uint32_t>{0, 1, 2, 3}, {0, 1, 4}, {1, 2, 4}}) {
        put(bytes, static_cast<std::uint8_t>(face.size()));
        for (const std::uint32_t corner : face) put(bytes, corner);
    }
    return bytes;
}

std::vector<Vec3d> cornersOf(const Mesh& mesh) {
    std::vector<Vec3d> corners;
    for (const auto& t : mesh.triangles)
        for (const std::uint32_t c : t) corners.push_back(mesh.points[c]);
    return corners;
}

TEST(MeshFile, EveryFormatGivesTheSameTriangles) {
    const Result<Mesh> from_obj = parseMesh(obj, MeshFormat::Obj);
    ASSERT_TRUE(from_obj.ok()) << from_obj.error().message;
    const auto expected = cornersOf(*from_obj);
    ASSERT_EQ(expected.size(), 12u);
    EXPECT_EQ(expected[11], (Vec3d{1, 1, 1.5}));
    for (const auto& [bytes, format] :
         {std::pair{ply, MeshFormat::Ply}, std::pair{plyBinary(), MeshFormat::Ply},
          std::pair{stlText(), MeshFormat::Stl}, std::pair{stlBinary(4, *from_obj), MeshFormat::Stl}}) {
        const Result<Mesh> mesh = parseMesh(bytes, format);
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        EXPECT_EQ(cornersOf(*mesh), expected);
    }
}

// A face that goes on in the next line, capitals, blanks before the first word.
TEST(MeshFile, ReadsWhatProgramsWriteNowAndThen) {
    std::string text = obj;
    text.replace(text.find("3//1 4//1"), 9, "3//1 \\\n 4//1");
    text.replace(text.find("f 1 2 5"), 7, "f 1 2\\\n 5");
    const auto expected = cornersOf(*parseMesh(obj, MeshFormat::Obj));
    const Result<Mesh> continued = parseMesh(text, MeshFormat::Obj);
    ASSERT_TRUE(continued.ok()) << continued.error().message;
    EXPECT_EQ(cornersOf(*continued), expected);
    text = stlText();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const Result<Mesh> capitals = parseMesh("\n  " + text, MeshFormat::Stl);
    ASSERT_TRUE(capitals.ok()) << capitals.error().message;
    EXPECT_EQ(cornersOf(*capitals), expected);
}

// An L of one face: the notch is open, whether points or faces come first.
TEST(MeshFile, FacesNeedNotBeConvex) {
    const std::string l_obj = "v 20 0 0\nv 20 5 0\nv 5 5 0\nv 5 20 0\nv 0 20 0\nv 0 0 0\nf 1 2 3 4 5 6\n";
    const std::string head = "ply\nformat ascii 1.0\n",
                      points = "20 0 0\n20 5 0\n5 5 0\n5 20 0\n0 20 0\n0 0 0\n";
    const std::string vertices = "element vertex 6\nproperty float x\nproperty float y\nproperty float z\n";
    const std::string faces = "element face 1\nproperty list uchar int vertex_indices\n",
                      face = "6 0 1 2 3 4 5\n";
    for (const auto& [bytes, format] :
         {std::pair{l_obj, MeshFormat::Obj},
          std::pair{fmt::format("{}{}{}end_header\n{}{}", head, vertices, faces, points, face),
                    MeshFormat::Ply},
          std::pair{fmt::format("{}{}{}end_header\n{}{}", head, faces, vertices, face, points),
                    MeshFormat::Ply}}) {
        const Result<Mesh> mesh = parseMesh(bytes, format);
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        double area = 0;
        for (const auto& t : mesh->triangles)
            area += 0.5 * length(cross(mesh->points[t[1]] - mesh->points[t[0]],
                                       mesh->points[t[2]] - mesh->points[t[0]]));
        EXPECT_NEAR(area, 175, 1e-9);
    }
}

void expectError(const std::string& bytes, MeshFormat format, const std::string& what) {
    const Result<Mesh> mesh = parseMesh(bytes, format);
    ASSERT_FALSE(mesh.ok()) << what;
    EXPECT_EQ(mesh.error().kind, ErrorKind::Input);
    EXPECT_THAT(mesh.error().message, testing::HasSubstr(what));
}

TEST(MeshFile, HostileFilesGiveAClearError) {
    const Mesh mesh = *parseMesh(obj, MeshFormat::Obj);
    expectError("", MeshFormat::Obj, "no triangles");
    expectError("v 0 0 0\nv 1 0 0\nf 1 2 3\n", MeshFormat::Obj,
                "line 3 refers to a point that is not one of the 2");
    expectError("v 0 0 0\nf 0 1 1\n", MeshFormat::Obj, "line 2 refers to a point");
    expectError("v 0 0\n", MeshFormat::Obj, "line 1 must be: v x y z");
    expectError("v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MeshFormat::Obj, "point 1 is at (0, 0, nan)");
    expectError("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", MeshFormat::Obj, "none of its triangles has an area");
    expectError("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", MeshFormat::Obj, "fewer than three corners");
    expectError("v -3 -3 0\nv 3 -3 0\nv 0 -3 0\nv 3 3 0\nv -1 -2 0\nv -1 -3 0\nf 1 2 3 4 5 6\n",
                MeshFormat::Obj, "line 7 is a polygon that touches or crosses itself");
    expectError("", MeshFormat::Stl, "too short");
    expectError(stlBinary(4, mesh).substr(0, 200), MeshFormat::Stl, "copy it again");
    expectError(stlBinary(1000000000, mesh), MeshFormat::Stl, "1000000000 triangles");
    expectError(stlText().substr(0, 130), MeshFormat::Stl, "ends too early");
    expectError("mesh", MeshFormat::Ply, "begin with 'ply'");
    expectError(ply.substr(0, ply.size() - 4), MeshFormat::Ply, "is shorter than its header says");
    expectError(plyBinary().substr(0, 230), MeshFormat::Ply, "is shorter than its header says");
    std::string many = ply;
    many.replace(many.find("vertex 5"), 8, "vertex 1000000000");
    expectError(many, MeshFormat::Ply, "is shorter than its header says");
    std::string beyond = ply;
    beyond.replace(beyond.rfind("3 1 2 4"), 7, "3 1 2 9");
    expectError(beyond, MeshFormat::Ply, "names point 10 of 5");
    std::string negative = ply;
    negative.replace(negative.rfind("3 1 2 4"), 7, "3 1 2 -4");
    expectError(negative, MeshFormat::Ply, "refers to point -4");
    // Cut off, these would be point 1, and a triangle.
    std::string part = ply;
    part.replace(part.rfind("3 1 2 4"), 7, "3 1.5 2 4");
    expectError(part, MeshFormat::Ply, "its face 3 refers to point 1.5");
    part.replace(part.rfind("3 1.5 2 4"), 9, "2.5 1 2 4");
    expectError(part, MeshFormat::Ply, "one of its lists has the length 2.5");
    expectError("ply\nformat ascii 1.0\nelement vertex 99999999999999\nend_header\n", MeshFormat::Ply,
                "no properties");
}

TEST(MeshFile, TheFileMustBeThereAndHaveAKnownName) {
    EXPECT_THAT(readMesh("/nowhere/tent.stl").error().message, testing::HasSubstr("there is no such file"));
    EXPECT_THAT(readMesh("/").error().message, testing::HasSubstr(".stl, .obj or .ply"));
    EXPECT_THAT(readMesh("tent.fbx").error().message, testing::HasSubstr(".stl, .obj or .ply"));
}

// The tree finds every triangle whose box brute force finds, few others, and none twice.
TEST(TriangleTree, FindsTrianglesWithinADistance) {
    const Random random{3, 0};
    Mesh mesh;
    for (std::uint32_t k = 0; k < 500; ++k) {
        const auto at = [&](std::uint32_t n) {
            return Vec3d{random.uniform(0, 1, k, 3 * n), random.uniform(0, 1, k, 3 * n + 1),
                         random.uniform(0, 1, k, 3 * n + 2)};
        };
        const Vec3d middle = at(0) * 10.0;
        for (std::uint32_t n = 1; n < 4; ++n) mesh.points.push_back(middle + at(n));
        mesh.triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    }
    const TriangleTree tree(mesh);
    for (std::uint64_t q = 0; q < 50; ++q) {
        const Vec3d p{random.uniform(0, 10, q, 20), random.uniform(0, 10, q, 21),
                      random.uniform(0, 10, q, 22)};
        std::vector<std::uint32_t> found, expected;
        tree.near(p, 1.0, found);
        for (std::uint32_t t = 0; t < 500; ++t) {
            Vec3d low = mesh.points[3 * t], high = low;
            for (std::uint32_t c = 1; c < 3; ++c) {
                const Vec3d& x = mesh.points[3 * t + c];
                low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
                high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
            }
            const Vec3d in{std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y),
                           std::clamp(p.z, low.z, high.z)};
            if (length(p - in) <= 1) expected.push_back(t);
        }
        EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
        EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
        EXPECT_LT(found.size(), 100u);  // of 500: it does look near the point
    }
}

}  // namespace
}  // namespace talus::geometry
