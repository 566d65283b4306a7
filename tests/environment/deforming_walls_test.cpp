// Walls whose corners are points of the state, against the triangles themselves.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "talus/environment/contact/barriers.h"
#include "talus/geometry/closest_point.h"

namespace talus::environment {
namespace {

constexpr std::uint32_t side = 6;

/// A sheet of 6 x 6 points with random displacements from where it starts, beside a rigid floor.
class Sheet : public ::testing::Test {
  protected:
    Sheet() {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> any(-0.03, 0.03);
        geometry::Mesh mesh;
        for (std::size_t j = 0; j < side; ++j)
            for (std::size_t i = 0; i < side; ++i) {
                mesh.points.push_back({0.1 * static_cast<double>(i), 0.1 * static_cast<double>(j), 0});
                position.push_back(mesh.points.back() + Vec3d{any(random), any(random), 0.3 + any(random)});
                velocity.push_back({any(random), any(random), any(random)});
                mass.push_back(0.01 + any(random) * 0.1);
            }
        for (std::uint32_t j = 0; j + 1 < side; ++j)
            for (std::uint32_t i = 0; i + 1 < side; ++i) {
                const std::uint32_t a = j * side + i;
                mesh.triangles.push_back({a, a + 1, a + side});
                mesh.triangles.push_back({a + 1, a + side + 1, a + side});
            }
        torn.assign(mesh.triangles.size(), 0);
        Wall floor, sheet;
        floor.name = "floor";
        sheet.name = "sheet";
        sheet.kind = Wall::Kind::Mesh;
        sheet.deforms = true;
        sheet.mesh = std::make_shared<const geometry::Mesh>(std::move(mesh));
        all = {floor, sheet};
        walls.emplace(all, std::vector<std::uint16_t>{0, 1}, std::vector<Motion>{},
                      std::vector<WallMobility>{}, DeformingPoints{});
    }
    WallsAt now() const {
        WallState state;
        state.points = {viewOf(position), viewOf(velocity), viewOf(mass), viewOf(torn)};
        return {*walls, 0, state};
    }
    template <class T>
    static exec::View<const T> viewOf(const std::vector<T>& values) {
        return {values.data(), values.size()};
    }
    std::array<Vec3d, 3> cornersOf(std::size_t face) const {
        const auto& [a, b, c] = all[1].mesh->triangles[face - walls->bodies()[1].first_face];
        return {position[a], position[b], position[c]};
    }

    std::vector<Wall> all;
    std::vector<Vec3d> position, velocity;
    std::vector<double> mass;
    std::vector<std::uint8_t> torn;
    std::optional<Walls> walls;
};

TEST_F(Sheet, FacesAreWhereTheirPointsAre) {
    const WallsAt at = now();
    const WallBody& body = walls->bodies()[1];
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-0.1, 0.6);
    for (int k = 0; k < 50; ++k) {
        const Vec3d p{any(random), any(random), any(random)};
        std::vector<std::uint32_t> near, found;
        for (std::uint32_t face = body.first_face; face < body.end_face; ++face) {
            const auto [a, b, c] = cornersOf(face);
            const double apart = length(p - geometry::closestOnTriangle(a, b, c, p).point);
            EXPECT_NEAR(at.distance(face, p).distance, apart, 1e-15);
            if (apart < 0.12) near.push_back(face);
        }
        at.forFacesNear(1, p, 0.12, [&](std::uint32_t face) {
            if (at.distance(face, p).distance < 0.12) found.push_back(face);
        });
        EXPECT_EQ(found, near);
    }
}

// A push at a place has its momentum and angular momentum, and moves the place by the mobility there.
TEST_F(Sheet, APushIsAllThatThePointsGet) {
    const WallsAt at = now();
    const std::uint32_t face = walls->bodies()[1].first_face + 7;
    const auto [a, b, c] = cornersOf(face);
    const Vec3d point = a * 0.2 + b * 0.3 + c * 0.5, impulse{0.1, -0.2, 0.3}, n = normalized(impulse);
    const Vec3d before = at.velocityAt(face, point);
    Vec3d momentum, turning;
    const auto add = [&](double sign) {
        for (std::size_t p = 0; p < position.size(); ++p) {
            momentum += velocity[p] * (mass[p] * sign);
            turning += cross(position[p], velocity[p]) * (mass[p] * sign);
        }
    };
    add(-1);
    at.push({face, point, impulse}, {velocity.data(), velocity.size()});
    add(1);
    EXPECT_LT(length(momentum - impulse), 1e-15);
    EXPECT_LT(length(turning - cross(point, impulse)), 1e-15);
    EXPECT_NEAR(dot(at.velocityAt(face, point) - before, n), length(impulse) * at.mobility(face, point, n),
                1e-12);
}

TEST_F(Sheet, NothingTouchesTornFaces) {
    torn[9] = 1;
    const WallsAt at = now();
    const std::uint32_t face = walls->bodies()[1].first_face + 9;
    const auto [a, b, c] = cornersOf(face);
    EXPECT_GT(at.distance(face, (a + b + c) / 3.0).distance, 1000);
    EXPECT_LT(at.distance(face - 1, (a + b + c) / 3.0).distance, 0.2);
}

TEST_F(Sheet, HasNoFacesForMethodsThatDoNotMeetIt) {
    Environment world;
    world.materials.resize(1);
    world.walls = all;
    world.points.emplace();
    for (Wall& wall : world.walls) wall.material = world.materials[0].name;
    const auto rigid = rigidWallsOf(world);
    EXPECT_EQ(rigid->bodies().size(), 2u);
    EXPECT_EQ(rigid->faces().size(), 1u);
    EXPECT_EQ(rigid->points(), nullptr);
}

}  // namespace
}  // namespace talus::environment
