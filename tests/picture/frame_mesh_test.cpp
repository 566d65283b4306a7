// What is drawn of a frame's mesh, lines and volume.
#include "talus/picture/meshes/frame_mesh.h"

#include <numbers>

#include "talus/picture/puffs.h"

namespace talus::picture {
namespace {

struct Square {
    std::vector<Vec3d> place{{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
    std::vector<double> heat{1, 2, 3, 4}, load{10, 20};
    std::vector<std::array<std::uint32_t, 3>> corners{{0, 1, 2}, {0, 2, 3}};
    std::vector<std::array<std::uint32_t, 2>> ends{{0, 1}, {1, 2}};

    template <class Corners>
    state::MeshView view(const Corners& joined) const {
        using Each = typename Corners::value_type;
        return {{0, 4, state::arrayOf<Vec3d>("position", place), {state::arrayOf<double>("heat", heat)}},
                2,
                state::arrayOf<Each>("corners", joined),
                {state::arrayOf<double>("load", load)}};
    }
};
const Legend legend{"", "", 0, 40};

TEST(FrameMesh, NormalsPointOutOfTheTriangles) {
    const Square square;
    const Mesh mesh = surfaceMesh(square.view(square.corners));
    ASSERT_EQ(mesh.triangle.size(), 2u);
    for (const Vec3d& normal : mesh.normal) EXPECT_EQ(normal, (Vec3d{0, 0, 1}));
    EXPECT_EQ(mesh.position, square.place);
}

TEST(FrameMesh, IsColouredByPointsOrByElements) {
    const Square square;
    const state::MeshView view = square.view(square.corners);
    const Mesh by_point = surfaceMesh(view, Tint::byField(view, "heat", legend).value());
    EXPECT_EQ(by_point.position.size(), 4u);
    EXPECT_EQ(by_point.colour[3], colourAt(legend.map, 0.1));
    const Mesh by_element = surfaceMesh(view, Tint::byField(view, "load", legend).value());
    ASSERT_EQ(by_element.position.size(), 6u);
    EXPECT_EQ(by_element.colour[2], colourAt(legend.map, 0.25));
    EXPECT_EQ(by_element.colour[3], colourAt(legend.map, 0.5));
    EXPECT_EQ(Tint::byField(view, "lod", legend).error().kind, ErrorKind::Input);
}

TEST(FrameMesh, TubesAreAsThickAsAskedFor) {
    const Square square;
    const Mesh tubes = tubeMesh(square.view(square.ends), 0.1);
    ASSERT_EQ(tubes.position.size() % 4, 0u);
    for (std::size_t i = 0; i < tubes.position.size(); ++i) {
        const Vec3d& p = tubes.position[i];
        // The first is along x at y = 0, the second along y at x = 2.
        const bool first = i < tubes.position.size() / 2;
        const double away = first ? std::hypot(p.y, p.z - 1) : std::hypot(p.x - 2, p.z - 1);
        EXPECT_NEAR(away, 0.1, 1e-15);
        EXPECT_NEAR(length(tubes.normal[i]), 1, 1e-15);
    }
}

// The optical depth of a puff over its disc is -ln(1 - opacity) pi R^2 / 3 (the mean of (1 - r^2)^2 is 1/3):
// the sum over all must be that of the volume, the integral of extinction times density. Opacities are single
// precision: half a unit of 1 in the last place, 6e-8, over the smallest that is drawn, 5e-4.
TEST(Puffs, TakeAwayAsMuchLightAsTheVolume) {
    std::vector<double> density;
    for (int k = 0; k < 7 * 5 * 3; ++k) density.push_back(0.2 + 0.1 * (k % 11));
    const state::VolumeView volume{
        0, {{1, 2, 3}, 0.1, {7, 5, 3}}, false, {state::arrayOf<double>("soot", density)}};
    constexpr double extinction = 4;
    double wanted = 0;
    for (const double value : density) wanted += extinction * value * 1e-3;
    for (const std::size_t most : {1000, 30, 4}) {
        const Puffs puffs = puffsOf(volume, "soot", extinction, most).value();
        EXPECT_LE(puffs.centre.size(), most);
        double sum = 0;
        for (std::size_t k = 0; k < puffs.centre.size(); ++k) {
            const double depth = -std::log1p(-static_cast<double>(puffs.opacity[k]));
            sum += depth * std::numbers::pi * puffs.radius[k] * puffs.radius[k] / 3;
        }
        EXPECT_NEAR(sum / wanted, 1, 1e-4) << most;
    }
    EXPECT_EQ(puffsOf(volume, "soot", extinction, 1000).value().centre.size(), 7u * 5 * 3);
    EXPECT_EQ(puffsOf(volume, "smoke", extinction).error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace talus::picture
