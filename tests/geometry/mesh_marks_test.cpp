// Meshes as other programs write them: byte order marks, comments behind a face, UTF-16, and corners that
// differ by round-off.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/mesh_file.h"

namespace talus::geometry {
namespace {

using testing::HasSubstr;

const std::string mark = "\xef\xbb\xbf";
const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string stlText() {
    std::string text = "solid s\n";
    for (const char* facet :
         {"0 0 0,0 1 0,1 0 0", "0 0 0,1 0 0,0 0 1", "0 0 0,0 0 1,0 1 0", "1 0 0,0 1 0,0 0 1"}) {
        std::string_view rest = facet;
        text += "facet normal 0 0 0\nouter loop\n";
        for (int k = 0; k < 3; ++k) {
            text += fmt::format("vertex {}\n", rest.substr(0, 5));
            if (k < 2) rest.remove_prefix(6);
        }
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid s\n";
}

std::string utf16(const std::string& text, bool with_mark) {
    std::string wide = with_mark ? "\xff\xfe" : "";
    for (const char c : text) {
        wide += c;
        wide += char{};
    }
    return wide;
}

void expectTetrahedron(const std::string& bytes, MeshFormat format) {
    const Result<Mesh> mesh = parseMesh(bytes, format);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 4u);
    EXPECT_EQ(openSides(*mesh), 0u);
    EXPECT_DOUBLE_EQ(volumeOf(*mesh), 1.0 / 6);
}

TEST(MeshMarks, AByteOrderMarkIsPassedOver) {
    expectTetrahedron(mark + tetrahedron, MeshFormat::Obj);
    expectTetrahedron(mark + stlText(), MeshFormat::Stl);
    expectTetrahedron(mark +
                          "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float "
                          "y\nproperty float z\nelement face 4\nproperty list uchar int "
                          "vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 "
                          "2\n3 1 2 3\n",
                      MeshFormat::Ply);
}

TEST(MeshMarks, CommentsMayStandBehindWords) {
    std::string text = tetrahedron;
    text.replace(text.find("f 1 3 2"), 7, "f 1 3 2 # side");
    text.replace(text.find("v 0 1 0"), 7, "v 0 1 0#corner");
    text.replace(text.find("f 2 3 4"), 7, "f 2 \\\n3 4 # below");
    expectTetrahedron(text, MeshFormat::Obj);
}

TEST(MeshMarks, TextInUtf16IsReportedAsSuch) {
    for (const bool with_mark : {true, false})
        for (const auto& [text, format] :
             {std::pair{tetrahedron, MeshFormat::Obj}, std::pair{stlText(), MeshFormat::Stl},
              std::pair{std::string("ply\nformat ascii 1.0\n"), MeshFormat::Ply}}) {
            const Result<Mesh> mesh = parseMesh(utf16(text, with_mark), format);
            ASSERT_FALSE(mesh.ok());
            EXPECT_THAT(mesh.error().message, HasSubstr("UTF-16; save it as UTF-8"));
        }
}

// A prism of 24 sides whose triangles have corners of their own, each with the round-off of its own way to
// it: z as 1e-18 or 0, angles as 2 pi k / n or less a whole turn. Closed, and of the volume of its polygon.
TEST(MeshMarks, CornersThatDifferByRoundOffAreOne) {
    constexpr int n = 24;
    const auto rim = [&](int k, bool turned, double z) {
        const double angle = 2 * std::numbers::pi * (turned ? k - n : k) / n;
        return fmt::format("v {} {} {}\n", std::cos(angle), std::sin(angle), z);
    };
    std::string text;
    int points = 0;
    const auto triangle = [&](const std::string& corners) {
        text += corners + fmt::format("f {} {} {}\n", points + 1, points + 2, points + 3);
        points += 3;
    };
    for (int k = 0; k < n; ++k) {
        triangle("v 0 0 1e-18\n" + rim(k + 1, true, 0) + rim(k, false, -1e-18));
        triangle("v 0 -1e-18 1\n" + rim(k, true, 1) + rim(k + 1, false, 1));
        triangle(rim(k, true, 0) + rim(k + 1, false, 1e-18) + rim(k + 1, true, 1));
        triangle(rim(k, false, 0) + rim(k + 1, true, 1) + rim(k, true, 1));
    }
    const Result<Mesh> mesh = parseMesh(text, MeshFormat::Obj);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), std::size_t{4 * n});
    EXPECT_EQ(openSides(*mesh), 0u);
    EXPECT_EQ(partsOf(*mesh).size(), 1u);
    // Round-off of 24 sums of numbers of about 1.
    EXPECT_NEAR(volumeOf(*mesh), n / 2.0 * std::sin(2 * std::numbers::pi / n), 1e-14);
}

// A gap of a millionth of the mesh is one.
TEST(MeshMarks, GapsStayOpen) {
    const Result<Mesh> mesh =
        parseMesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1e-6 0 0\nf 1 3 2\nf 1 2 4\nf 5 4 3\nf 2 3 4\n",
                  MeshFormat::Obj);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_GT(openSides(*mesh), 0u);
}

}  // namespace
}  // namespace talus::geometry
