// Bodies and walls as meshes: `talus export --bodies`. Shapes are compared with the volumes of bodies, and
// the two kinds of files with each other: a mesh for each frame, and one mesh with its motion.
#include <fstream>
#include <numbers>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "talus/core/text_file.h"
#include "talus/geometry/mass.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/mesh_file.h"
#include "talus/run/objects/wall_mesh.h"
#include "tests/run/cli.h"

namespace talus {
namespace {

using test::Cli;
using test::talus;
using testing::HasSubstr;
using Kind = environment::Wall::Kind;

environment::Wall wallOf(Kind kind) {
    environment::Wall wall;
    wall.kind = kind;
    wall.box = {{-1, -2, -3}, {2, 1, 3}};
    wall.sphere = {{1, 2, 3}, 0.5};
    wall.capsule = {{0, 0, 0}, {1, 2, 2}, 0.5};
    wall.cone = {{1, 0, 0}, {1, 3, 4}, 0.5, 0.25};
    return wall;
}

// What is round is a pile of frusta over regular polygons of n sides, whose corners are on the body; a
// polygon is n / (2 pi) sin(2 pi / n) of its circle. So the volumes are known; those of balls are 0.6 % too
// small.
TEST(ExportedMeshes, AreClosedFaceOutwardsAndHaveTheVolumeOfTheBody) {
    const auto volumeOf = [](Kind kind) {
        const geometry::Mesh mesh = run::meshOf(wallOf(kind));
        EXPECT_EQ(geometry::openSides(mesh), 0U) << static_cast<int>(kind);
        return geometry::volumeOf(mesh);
    };
    EXPECT_NEAR(volumeOf(Kind::BoxOutside), 3 * 3 * 6, 1e-12);
    using std::numbers::pi;
    constexpr int n = run::exported_sides;
    const double polygon = n / (2 * pi) * std::sin(2 * pi / n), radius = 0.5;
    EXPECT_NEAR(volumeOf(Kind::CylinderOutside), polygon * pi * radius * radius * 5, 1e-12);
    double ball = 0;
    for (int k = 0; k < n / 2; ++k) {
        const double low = pi * k / (n / 2), high = pi * (k + 1) / (n / 2), a = radius * std::sin(low),
                     b = radius * std::sin(high), height = radius * (std::cos(low) - std::cos(high));
        ball += polygon * pi * height / 3 * (a * a + a * b + b * b);
    }
    EXPECT_NEAR(volumeOf(Kind::SphereOutside), ball, 1e-12);
    EXPECT_NEAR(volumeOf(Kind::Capsule), ball + polygon * pi * radius * radius * 3, 1e-12);
    EXPECT_NEAR(ball / geometry::massPropertiesOf(wallOf(Kind::SphereOutside).sphere).volume, 0.9929, 1e-4);
    // Containers face inwards.
    EXPECT_NEAR(volumeOf(Kind::BoxInside), -3 * 3 * 6, 1e-12);
    EXPECT_LT(volumeOf(Kind::SphereInside), 0);
}

// A closed mesh of a file whose triangles face inwards is turned over.
TEST(ExportedMeshes, OfFilesFaceOutwards) {
    geometry::Mesh inwards = run::meshOf(wallOf(Kind::BoxInside));
    environment::Wall wall;
    wall.kind = Kind::Mesh;
    wall.mesh = std::make_shared<geometry::Mesh>(std::move(inwards));
    EXPECT_NEAR(geometry::volumeOf(run::meshOf(wall)), 3 * 3 * 6, 1e-12);
}

class ExportBodies : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        std::ofstream(folder / "bodies.toml")
            << "format = 1\nname = \"bodies\"\n[time]\nduration = 0.6\nframe_interval = 0.1\n"
               "[[material]]\nname = \"oak\"\ndensity = 700\n"
               "[[wall]]\nname = \"floor\"\nmaterial = \"oak\"\n"
               "[[wall]]\nname = \"paddle-1\"\nmaterial = \"oak\"\nshape = \"box-outside\"\n"
               "min = [2, 0, 0]\nmax = [3, 1, 1]\n"
               "[[motion]]\nwall = \"paddle-1\"\nkind = \"rotate\"\naxis = [0, 0, 1]\npoint = [2, 0, 0]\n"
               "rate = 9\n"
               "[[body]]\nname = \"box\"\nmaterial = \"oak\"\nshape = \"box\"\nsize = [0.2, 0.3, 0.4]\n"
               "position = [0, 0, 2]\nvelocity = [1, 0, 0]\nspin = [3, 7, 2]\n"
               "[[body]]\nname = \"rod\"\nmaterial = \"oak\"\nshape = \"cylinder\"\nradius = 0.1\n"
               "length = 0.5\nposition = [0, 5, 2]\nenters = 0.25\n";
        ASSERT_EQ(talus("run " + at("bodies.toml") + " --out " + at("run")).code, 0);
    }
    std::string path(const std::string& name) const { return (folder / "run" / "export" / name).string(); }
    std::string textOf(const std::string& name) const { return readTextFile(path(name)).value(); }
    /// The points of one object of an OBJ file.
    std::vector<Vec3d> pointsOf(int frame, const std::string& object) const {
        std::istringstream in(textOf(fmt::format("bodies-mesh.{:04}.obj", frame)));
        std::vector<Vec3d> points;
        std::string current;
        for (std::string line; std::getline(in, line);) {
            std::istringstream parts(line);
            std::string word;
            Vec3d v;
            parts >> word;
            if (word == "o") parts >> current;
            if (word == "v" && current == object && parts >> v.x >> v.y >> v.z) points.push_back(v);
        }
        return points;
    }
    /// The numbers after a text, up to the next ']' or the end of the line.
    static std::vector<double> numbersAfter(const std::string& text, const std::string& what, char end) {
        const std::size_t at = text.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        if (at == std::string::npos) return {};
        std::string part = text.substr(at + what.size());
        part = part.substr(0, part.find(end));
        for (char& c : part)
            if (c == '(' || c == ')' || c == ',') c = ' ';
        std::istringstream in(part);
        std::vector<double> numbers;
        for (double x = 0; in >> x;) numbers.push_back(x);
        return numbers;
    }
};

// OBJ and PLY: the same triangles in each frame, the paddle among them; a body that has not entered yet is a
// point; the middle of the box is where stats.csv has it.
TEST_F(ExportBodies, FramesHaveTheSameTrianglesAndFollowTheBodies) {
    const auto outcome = talus("export " + at("run") + " --bodies --format obj,ply");
    ASSERT_EQ(outcome.code, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("3 objects in 7 frames as obj, ply"));
    const auto last = geometry::readMesh(path("bodies-mesh.0006.obj"));
    ASSERT_TRUE(last.ok()) << last.error().message;
    for (int frame = 0; frame <= 6; ++frame) {
        const auto obj = geometry::readMesh(path(fmt::format("bodies-mesh.{:04}.obj", frame))),
                   ply = geometry::readMesh(path(fmt::format("bodies-mesh.{:04}.ply", frame)));
        ASSERT_TRUE(obj.ok()) << obj.error().message;
        ASSERT_TRUE(ply.ok()) << ply.error().message;
        EXPECT_EQ(ply->points, obj->points);
        EXPECT_EQ(ply->triangles, obj->triangles);
        // The triangles of the body that is not there have no area.
        EXPECT_EQ(obj->triangles.size() + obj->slivers.size(), last->triangles.size());
        if (frame >= 3) {
            EXPECT_EQ(obj->triangles, last->triangles);
        }
        const std::vector<Vec3d> box = pointsOf(frame, "box"), rod = pointsOf(frame, "rod");
        ASSERT_EQ(box.size(), 8U);
        Vec3d middle;
        for (const Vec3d& p : box) middle += p / 8.0;
        const double t = 0.1 * frame;  // free flight: the exact parabola (docs/theory/solids.md)
        EXPECT_LT(length(middle - Vec3d{t, 0, 2 - 0.5 * 9.81 * t * t}), 1e-6) << frame;
        const bool there = rod.front() != rod.back();
        EXPECT_EQ(there, frame >= 3);
        EXPECT_EQ(pointsOf(frame, "paddle-1").size(), 8U);
    }
    EXPECT_GT(length(pointsOf(0, "paddle-1")[7] - pointsOf(1, "paddle-1")[7]), 0.5) << "it does not move";
}

// USD: the points of the mesh, rotated by the quaternion and shifted, are those of the OBJ file of the frame,
// up to the single precision of the points. v' = v + 2 w (q x v) + 2 q x (q x v).
TEST_F(ExportBodies, UsdHasTheMotionOfTheFrames) {
    ASSERT_EQ(talus("export " + at("run") + " --bodies --format usda,obj").code, 0);
    const std::string text = textOf("bodies.usda");
    EXPECT_EQ(text.find("#usda 1.0\n"), 0U);
    EXPECT_THAT(text, HasSubstr("timeCodesPerSecond = 10\n"));
    EXPECT_THAT(text, HasSubstr("def Xform \"paddle_1\""));
    const std::size_t begin = text.find("def Xform \"box\""), end = text.find("def Xform \"rod\"");
    ASSERT_LT(begin, end);
    const std::string box = text.substr(begin, end - begin), rod = text.substr(end);
    EXPECT_THAT(rod, HasSubstr("token visibility.timeSamples = {\n            0: \"invisible\",\n"));
    EXPECT_THAT(rod, HasSubstr("3: \"inherited\""));
    const std::vector<double> points = numbersAfter(box, "point3f[] points = [", ']');
    ASSERT_EQ(points.size(), 24U);
    const std::string turns = box.substr(box.find("xformOp:orient.timeSamples"));
    for (int frame = 0; frame <= 6; ++frame) {
        const std::string sample = fmt::format("            {}: ", frame);
        const auto shift = numbersAfter(box, sample, '\n'), q = numbersAfter(turns, sample, '\n');
        ASSERT_EQ(shift.size(), 3U);
        ASSERT_EQ(q.size(), 4U);
        const std::vector<Vec3d> expected = pointsOf(frame, "box");
        for (std::size_t k = 0; k < 8; ++k) {
            const Vec3d v{points[3 * k], points[3 * k + 1], points[3 * k + 2]}, axis{q[1], q[2], q[3]},
                across = cross(axis, v);
            const Vec3d at =
                v + across * (2 * q[0]) + cross(axis, across) * 2.0 + Vec3d{shift[0], shift[1], shift[2]};
            EXPECT_LT(length(at - expected[k]), 1e-7) << frame;
        }
    }
}

TEST_F(ExportBodies, SaysWhatThereIs) {
    EXPECT_THAT(talus("export " + at("run") + " --format obj").text, HasSubstr("as meshes by --bodies"));
    EXPECT_THAT(talus("export " + at("run") + " --bodies --what lid").text,
                HasSubstr("named 'lid'; there are: paddle-1, box, rod"));
    EXPECT_THAT(talus("export " + at("run") + " --bodies --format csv").text,
                HasSubstr("cannot be exported as 'csv'; there are usda, obj"));
    ASSERT_EQ(talus("export " + at("run") + " --bodies --what rod").code, 0);
    EXPECT_THAT(textOf("rod.usda"), HasSubstr("def Xform \"rod\""));
    ASSERT_EQ(talus("run " + at("pour.toml") + " --out " + at("poured")).code, 0);
    EXPECT_THAT(talus("export " + at("poured") + " --bodies").text, HasSubstr("the scene has no body"));
}

}  // namespace
}  // namespace talus
