// Convex parts of meshes that are not convex, and what they hold.
#include "talus/solids/convex_parts.h"

#include <cmath>
#include <fstream>
#include <numbers>

#include <gmock/gmock.h>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/solids/fields.h"
#include "talus/solids/hull.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"
#include "tests/support/temporary_folder.h"

namespace talus::solids {
namespace {

using geometry::Mesh;

/// A surface of revolution about z: a closed line of radius and height, each with `sides` points around.
Mesh turnedMesh(const std::vector<std::pair<double, double>>& line, std::uint32_t sides) {
    Mesh mesh;
    const auto rings = static_cast<std::uint32_t>(line.size());
    for (const auto& [radius, z] : line)
        for (std::uint32_t k = 0; k < sides; ++k) {
            const double angle = 2 * std::numbers::pi * k / sides;
            mesh.points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
        }
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring)
        for (std::uint32_t k = 0; k < sides; ++k) {
            const std::uint32_t l = (k + 1) % sides, a = ring * sides, b = a + sides;
            if (line[ring].first > 0) mesh.triangles.push_back({a + k, a + l, b + l});
            if (line[ring + 1].first > 0) mesh.triangles.push_back({a + k, b + l, b + k});
        }
    return mesh;
}

/// 0.3 m wide and 0.2 m high, with walls of 15 mm.
Mesh pot() {
    return turnedMesh({{0, 0}, {0.15, 0}, {0.15, 0.2}, {0.135, 0.2}, {0.135, 0.015}, {0, 0.015}}, 24);
}

Mesh bowl() {
    std::vector<std::pair<double, double>> line;
    for (int k = 0; k <= 8; ++k) {
        const double angle = 0.5 * std::numbers::pi * k / 8;
        line.emplace_back(0.2 * std::sin(angle), -0.2 * std::cos(angle));
    }
    for (int k = 8; k >= 0; --k) {
        const double angle = 0.5 * std::numbers::pi * k / 8;
        line.emplace_back(0.17 * std::sin(angle), -0.17 * std::cos(angle));
    }
    return turnedMesh(line, 24);
}

/// Two boxes: 2 by 1 by 1 and 1 by 1 by 1 on it.
Mesh step() {
    Mesh mesh;
    for (const double y : {0, 1})
        for (const auto& [x, z] :
             std::vector<std::pair<double, double>>{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}})
            mesh.points.push_back({x, y, z});
    for (std::uint32_t k = 0; k < 6; ++k) {
        const std::uint32_t l = (k + 1) % 6;
        mesh.triangles.push_back({k, l, l + 6});
        mesh.triangles.push_back({k, l + 6, k + 6});
    }
    for (const auto& [a, b, c] :
         std::vector<std::array<std::uint32_t, 3>>{{0, 3, 1}, {1, 3, 2}, {0, 5, 3}, {3, 5, 4}}) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a + 6, c + 6, b + 6});
    }
    for (auto& [a, b, c] : mesh.triangles) std::swap(b, c);
    return mesh;
}

double volumeOf(const ConvexParts& parts) {
    double sum = 0;
    for (const auto& corners : parts.corners) sum += hullVolume(corners);
    return sum;
}

/// Whether a hull reaches a point: adding it does not make the hull larger. Bullet's hulls are found on a
/// grid of 1e-4 of their size.
bool holds(const std::vector<Vec3d>& corners, const Vec3d& p) {
    std::vector<Vec3d> more = corners;
    more.push_back(p);
    return hullVolume(more) <= hullVolume(corners) * (1 + 2e-3);
}
bool anyHolds(const ConvexParts& parts, const Vec3d& p) {
    return std::ranges::any_of(parts.corners, [&](const auto& corners) { return holds(corners, p); });
}

// A step is two boxes, exactly; one part is its hull.
TEST(ConvexParts, OfAStepAreTwoBoxes) {
    const Mesh mesh = step();
    ASSERT_EQ(geometry::openSides(mesh), 0u);
    ASSERT_NEAR(geometry::volumeOf(mesh), 3, 1e-12);
    const ConvexParts parts = convexParts(mesh, 64);
    EXPECT_EQ(parts.corners.size(), 2u);
    EXPECT_NEAR(volumeOf(parts), 3, 1e-3);
    EXPECT_NEAR(parts.added, 0, 1e-3);
    const ConvexParts hull = convexParts(mesh, 1);
    EXPECT_EQ(hull.corners.size(), 1u);
    EXPECT_NEAR(volumeOf(hull), 3.5, 1e-3);
    EXPECT_NEAR(hull.added, 0.5 / 3, 1e-3);
}

// The surface of a hull is closed, faces outwards, and has its volume: a tetrahedron, a box with points
// inside.
TEST(HullMesh, IsClosedAndFacesOutwards) {
    std::vector<Vec3d> points{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    EXPECT_EQ(geometry::openSides(hullMesh(points)), 0u);
    EXPECT_NEAR(geometry::volumeOf(hullMesh(points)), 1, 1e-3);
    points = {{0.5, 0.5, 0.5}, {0.2, 0.1, 0.9}};
    for (int c = 0; c < 8; ++c) points.push_back({double(c & 1), double(c >> 1 & 1), double(c >> 2)});
    EXPECT_EQ(geometry::openSides(hullMesh(points)), 0u);
    EXPECT_NEAR(geometry::volumeOf(hullMesh(points)), 1, 1e-3);
}

// Parts lack nothing of the solid, and add little: the inside of a pot stays empty.
TEST(ConvexParts, OfAPotLackNothingAndLeaveItEmpty) {
    const Mesh mesh = pot();
    ASSERT_EQ(geometry::openSides(mesh), 0u);
    const ConvexParts parts = convexParts(mesh, 64);
    EXPECT_LE(parts.corners.size(), 64u);
    EXPECT_LT(parts.added, most_added);
    EXPECT_NEAR(volumeOf(parts), geometry::volumeOf(mesh) * (1 + parts.added), 1e-3 * volumeOf(parts));
    for (const Vec3d& p : mesh.points) EXPECT_TRUE(anyHolds(parts, p)) << p.x << ' ' << p.y << ' ' << p.z;
    for (double z = 0.02; z < 0.2; z += 0.03)
        for (double angle = 0; angle < 6; angle += 0.1)
            EXPECT_FALSE(anyHolds(parts, {0.128 * std::cos(angle), 0.128 * std::sin(angle), z}))
                << angle << ' ' << z;
}

std::string write(const test::TemporaryFolder& folder, const Mesh& mesh) {
    const std::string path = (folder / "hollow.obj").string();
    std::ofstream file(path);
    for (const Vec3d& p : mesh.points) file << fmt::format("v {} {} {}\n", p.x, p.y, p.z);
    for (const auto& [a, b, c] : mesh.triangles) file << fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1);
    return path;
}

// A ring of 12 sides is 12 parts: cuts across its axis end nothing.
TEST(ConvexParts, OfARingAreItsSides) {
    for (const std::uint32_t sides : {8u, 12u, 16u}) {
        Mesh ring = turnedMesh({{0.04, 0}, {0.05, 0}, {0.05, 0.1}, {0.04, 0.1}, {0.04, 0}}, sides);
        const ConvexParts parts = convexParts(ring, 64);
        EXPECT_LE(parts.corners.size(), sides + 4);
        EXPECT_LT(parts.added, most_added);
    }
}

/// A torus with a tube of `around` sides, with six digits as in a file.
Mesh torus(std::uint32_t sides, int around) {
    std::vector<std::pair<double, double>> line;
    for (int k = 0; k <= around; ++k) {
        const double angle = 2 * std::numbers::pi * (k % around) / around;
        line.emplace_back(0.2 + 0.06 * std::cos(angle), 0.06 * std::sin(angle));
    }
    Mesh mesh = turnedMesh(line, sides);
    for (Vec3d& p : mesh.points)
        for (double* x : {&p.x, &p.y, &p.z}) *x = std::round(*x * 1e6) * 1e-6;
    return mesh;
}

// The hole of a torus stays open: it is cut through its axis, whatever its sides.
TEST(ConvexParts, OfATorusAreItsSides) {
    for (const auto& [sides, around] : {std::pair(12u, 8), {16u, 8}, {20u, 10}, {24u, 12}, {32u, 16}}) {
        const Mesh mesh = torus(sides, around);
        ASSERT_EQ(geometry::openSides(mesh), 0u);
        const ConvexParts parts = convexParts(mesh, 64);
        EXPECT_LE(parts.corners.size(), sides + 4) << sides;
        EXPECT_LT(parts.added, most_added) << sides;
        for (int k = 0; k < 12; ++k) {
            const double angle = 2 * std::numbers::pi * k / 12;
            EXPECT_FALSE(anyHolds(parts, {0.12 * std::cos(angle), 0.12 * std::sin(angle), 0})) << sides;
        }
    }
}

// A torus that falls 1 cm on a flat mesh comes to rest where it fell: within 2 mm after a quarter of a
// second, and within 0.1 mm after that (it goes 1e-5 m). With parts that filled its hole, of 64 bits that
// stood on each other, it wandered 3 cm.
TEST(ConvexParts, ATorusRestsOnAFlatMesh) {
    const test::TemporaryFolder folder, other;
    Mesh sheet;
    constexpr std::uint32_t side = 11;
    for (std::uint32_t k = 0; k < side * side; ++k)
        sheet.points.push_back({0.1 * (k % side) - 0.55, 0.1 * (k / side) - 0.52, 0});
    for (std::uint32_t k = 0; k + side < side * side; ++k) {
        if (k % side == side - 1) continue;
        sheet.triangles.push_back({k, k + 1, k + side + 1});
        sheet.triangles.push_back({k, k + side + 1, k + side});
    }
    auto simulation = test::simulationOf(
        test::sceneHead("torus", {.duration = 1, .frame_interval = 0.05}, {{"iron", 1000}}) +
        fmt::format("[[wall]]\nname = \"sheet\"\nmaterial = \"iron\"\nshape = \"mesh\"\nfile = \"{}\"\n"
                    "[[body]]\nname = \"torus\"\nmaterial = \"iron\"\nshape = \"mesh\"\nfile = \"{}\"\n"
                    "position = [0, 0, 0.07]\n",
                    write(other, sheet), write(folder, torus(24, 12))));
    const auto position = [&] { return simulation.world().table(bodies_table).read(fields::position)[0]; };
    test::runTo(simulation, 0.25);
    const Vec3d early = position();
    EXPECT_LT(std::hypot(early.x, early.y), 2e-3);
    test::runTo(simulation, 1);
    EXPECT_LT(length(position() - early), 1e-4);
}

// A body whose parts are much larger than it is said so, also where it is one part.
TEST(ConvexParts, TheCheckWarnsOfLargeOnes) {
    const test::TemporaryFolder folder;
    const std::string path = write(folder, torus(12, 8));
    const auto warningsWith = [&](int parts) {
        const std::string text =
            test::sceneHead("torus", {.duration = 1, .frame_interval = 0.05}, {{"iron", 7000}}) +
            fmt::format(
                "[[body]]\nname = \"ring\"\nmaterial = \"iron\"\nshape = \"mesh\"\nfile = \"{}\"\n"
                "position = [0, 0, 0]\nparts = {}\n",
                path, parts);
        return scene::readScene(text, "scene.toml", {}, scene::Machine{})
            .diagnostics.format("scene.toml", text);
    };
    EXPECT_THAT(warningsWith(1), testing::HasSubstr("'ring' collides as 1 convex part, which"));
    EXPECT_EQ(warningsWith(64), "");
}

// A ring may hang on a peg that goes through its middle.
TEST(ConvexParts, ARingMayBeAroundAPeg) {
    const test::TemporaryFolder folder;
    const Mesh ring = turnedMesh({{0.04, 0}, {0.05, 0}, {0.05, 0.1}, {0.04, 0.1}, {0.04, 0}}, 12);
    const std::string path = write(folder, ring);
    const auto errorsWith = [&](double radius) {
        const std::string text =
            test::sceneHead("peg", {.duration = 1, .frame_interval = 0.05}, {{"iron", 7000}}) +
            fmt::format(
                "[[wall]]\nname = \"peg\"\nmaterial = \"iron\"\nshape = \"cylinder-outside\"\n"
                "from = [0, 0, -1]\nto = [0, 0, 1]\nradius = {}\n"
                "[[body]]\nname = \"ring\"\nmaterial = \"iron\"\nshape = \"mesh\"\n"
                "file = \"{}\"\nposition = [0, 0, 0]\n",
                radius, path);
        return scene::readScene(text, "scene.toml", {}, scene::Machine{})
            .diagnostics.format("scene.toml", text);
    };
    EXPECT_EQ(errorsWith(0.03), "");
    EXPECT_THAT(errorsWith(0.045), testing::HasSubstr("inside"));
    EXPECT_THAT(errorsWith(0.5), testing::HasSubstr("inside"));
}

// A pot on a floor holds a ball and boxes, also where it is thrown; as its hull it would not take them in.
TEST(ConvexParts, APotAndABowlHoldWhatIsInThem) {
    const test::TemporaryFolder folder;
    for (const Mesh& mesh : {pot(), bowl()}) {
        const double low = geometry::boundsOf(mesh).min.z, high = geometry::boundsOf(mesh).max.z;
        auto simulation = test::simulationOf(
            test::sceneHead("pot", {.duration = 10, .frame_interval = 0.05}, {{"iron", 7000}, {"oak", 700}}) +
            fmt::format(R"(
[[wall]]
name = "floor"
material = "iron"
point = [0, 0, {}]
[[body]]
name = "pot"
material = "iron"
shape = "mesh"
file = "{}"
position = [0, 0, 0]
velocity = [0.5, 0, 0]
[[body]]
name = "ball"
material = "oak"
radius = 0.03
position = [0.03, 0, {}]
[[body]]
name = "box"
material = "oak"
shape = "box"
size = [0.05, 0.05, 0.05]
position = [-0.05, 0.02, {}]
[[body]]
name = "other"
material = "oak"
shape = "box"
size = [0.04, 0.05, 0.03]
position = [0, 0.02, {}]
)",
                        low, write(folder, mesh), high + 0.05, high + 0.05, high + 0.15));
        test::runTo(simulation, 6);
        const state::Table& table = simulation.world().table(bodies_table);
        const BodyState outer = bodyIn(table, 0);
        for (std::size_t b = 1; b < 4; ++b) {
            const BodyState inner = bodyIn(table, b);
            const Vec3d from = inner.position - outer.position;
            EXPECT_LT(std::hypot(from.x, from.y), 0.14) << b;
            EXPECT_GT(inner.position.z, low + 0.02) << b;
            EXPECT_LT(inner.position.z, high) << b;
            EXPECT_LT(length(inner.velocity), 0.02) << b;
        }
    }
}

// The same bits after a snapshot, with contacts of several parts.
TEST(ConvexParts, SameBitsFromASnapshot) {
    const test::TemporaryFolder folder;
    const std::string text =
        test::sceneHead("pots", {.duration = 10, .frame_interval = 0.05}, {{"iron", 7000}}) +
        "[[wall]]\nname = \"floor\"\nmaterial = \"iron\"\n" + [&] {
            std::string pots;
            for (int k = 0; k < 3; ++k)
                pots += fmt::format(
                    "[[body]]\nname = \"pot{}\"\nmaterial = \"iron\"\nshape = \"mesh\"\nfile = "
                    "\"{}\"\nposition = [{}, 0, {}]\n",
                    k, write(folder, pot()), 0.05 * k, 0.05 + 0.25 * k);
            return pots;
        }();
    auto one = test::simulationOf(text), resumed = test::simulationOf(text, 2);
    test::runTo(one, 0.4);
    const state::Snapshot middle = takeSnapshot(one.world());
    ASSERT_TRUE(resumed.restore(middle).ok());
    test::runTo(one, 1);
    test::runTo(resumed, 1);
    EXPECT_GT(one.world().table(contacts_table).size(), 4u);
    EXPECT_EQ(stateHash(one.world()), stateHash(resumed.world()));
}

}  // namespace
}  // namespace talus::solids
