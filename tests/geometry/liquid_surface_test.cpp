#include "talus/geometry/liquid_surface/liquid_surface.h"

#include <cstring>
#include <limits>
#include <map>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/geometry/mesh/closed_mesh.h"

namespace talus::geometry {
namespace {

constexpr double r = 0.01, s = 2 * r;

/// A cubic lattice with the spacing s, each point moved at random by up to `jitter` spacings along each axis,
/// where `inside` says so of the place on the lattice.
template <class Inside>
std::vector<Vec3d> lattice(int reach, double jitter, Inside inside) {
    std::vector<Vec3d> points;
    const Random random{7, 1};
    for (int z = -reach; z < reach; ++z)
        for (int y = -reach; y < reach; ++y)
            for (int x = -reach; x < reach; ++x) {
                const Vec3d at{(x + 0.5) * s, (y + 0.5) * s, (z + 0.5) * s};
                if (!inside(at)) continue;
                const std::size_t i = points.size();
                points.push_back(at + Vec3d{random.uniform(-jitter, jitter, i, 0),
                                            random.uniform(-jitter, jitter, i, 1),
                                            random.uniform(-jitter, jitter, i, 2)} *
                                          s);
            }
    return points;
}

std::vector<Vec3d> ball(double radius, double jitter = 0.2) {
    return lattice(30, jitter, [=](const Vec3d& at) { return length(at) < radius; });
}

LiquidSurface surfaceOf(const std::vector<Vec3d>& points, LiquidSurfaceSettings settings = {},
                        const exec::Exec& exec = exec::Exec::serial()) {
    const double radius = r;
    auto surface = liquidSurface(exec, {{points.data(), points.size()}, {&radius, 1}}, settings);
    EXPECT_TRUE(surface) << surface.error().message;
    return std::move(surface).value();
}

std::string errorOf(const std::vector<Vec3d>& points, double radius, LiquidSurfaceSettings settings = {}) {
    const auto surface =
        liquidSurface(exec::Exec::serial(), {{points.data(), points.size()}, {&radius, 1}}, settings);
    return surface ? "" : surface.error().message;
}

using Sides = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

/// How often each side is there, in the direction in which a triangle has it.
Sides sidesOf(const Mesh& mesh) {
    Sides sides;
    for (const auto& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) ++sides[{t[k], t[(k + 1) % 3]}];
    return sides;
}

/// Each side in two triangles that have it in opposite directions; the triangles around each point one fan;
/// no triangle without an area.
void expectManifold(const Mesh& mesh) {
    const Sides sides = sidesOf(mesh);
    std::size_t bad = 0;
    for (const auto& [side, count] : sides) {
        const auto back = sides.find({side.second, side.first});
        bad += count != 1 || back == sides.end() || back->second != 1;
    }
    EXPECT_EQ(bad, 0u);
    std::vector<std::map<std::uint32_t, std::uint32_t>> ring(mesh.points.size());
    for (const auto& t : mesh.triangles) {
        for (std::size_t k = 0; k < 3; ++k) ring[t[k]][t[(k + 1) % 3]] = t[(k + 2) % 3];
        const Vec3d& a = mesh.points[t[0]];
        EXPECT_GT(length(cross(mesh.points[t[1]] - a, mesh.points[t[2]] - a)), 0);
    }
    for (const auto& around : ring) {
        ASSERT_FALSE(around.empty());
        std::size_t steps = 0;
        std::uint32_t at = around.begin()->first;
        do {
            at = around.at(at);
            ++steps;
        } while (at != around.begin()->first && steps <= around.size());
        bad += steps != around.size();
    }
    EXPECT_EQ(bad, 0u);
}

int eulerOf(const Mesh& mesh) {
    return static_cast<int>(mesh.points.size()) - static_cast<int>(sidesOf(mesh).size() / 2) +
           static_cast<int>(mesh.triangles.size());
}

double filled(const std::vector<Vec3d>& points) { return static_cast<double>(points.size()) * s * s * s; }

TEST(LiquidSurface, ABallIsAClosedMeshOfItsParticlesVolume) {
    for (const double radius : {3 * s, 6 * s})
        for (const double cell : {0.4, 0.75, 1.0, 1.5})
            for (const double smoothing : {0.0, 2.0}) {
                const auto points = ball(radius);
                const Mesh mesh = surfaceOf(points, {.cell = cell, .smoothing = smoothing}).mesh;
                SCOPED_TRACE(::testing::Message() << radius / s << " " << cell << " " << smoothing);
                expectManifold(mesh);
                EXPECT_EQ(eulerOf(mesh), 2);
                EXPECT_EQ(openSides(mesh), 0u);
                EXPECT_NEAR(volumeOf(mesh) / filled(points), 1, radius > 5 * s ? 0.02 : 0.05);
            }
}

// What the level is chosen for (surface_particles.h): s^3 around a particle alone. The smoothing leaves it as
// it is.
TEST(LiquidSurface, AParticleAloneKeepsItsVolume) {
    const std::vector<Vec3d> one{{0.1, -0.2, 0.3}};
    const Mesh fine = surfaceOf(one, {.cell = 0.1}).mesh, usual = surfaceOf(one).mesh;
    expectManifold(fine);
    expectManifold(usual);
    EXPECT_NEAR(volumeOf(fine) / filled(one), 1, 0.01);
    // Its radius is 1.65 of the usual cells: the mesh is inscribed, and coarse.
    EXPECT_NEAR(volumeOf(usual) / filled(one), 0.77, 0.05);
    const Mesh rough = surfaceOf(one, {.smoothing = 0}).mesh;
    ASSERT_EQ(rough.points.size(), usual.points.size());
    for (std::size_t i = 0; i < rough.points.size(); ++i) EXPECT_EQ(rough.points[i], usual.points[i]);
}

TEST(LiquidSurface, ATorusHasAHole) {
    const auto points = lattice(12, 0.2, [](const Vec3d& at) {
        const double out = std::hypot(at.x, at.y) - 7 * s;
        return out * out + at.z * at.z < 9 * s * s;
    });
    const Mesh mesh = surfaceOf(points).mesh;
    expectManifold(mesh);
    EXPECT_EQ(eulerOf(mesh), 0);
    EXPECT_EQ(partsOf(mesh).size(), 1u);
}

TEST(LiquidSurface, DropsThatAreApartStayApart) {
    auto points = ball(3 * s);
    for (std::size_t i = 0, count = points.size(); i < count; ++i)
        points.push_back(points[i] + Vec3d{9 * s, 0, 0});
    const Mesh mesh = surfaceOf(points).mesh;
    expectManifold(mesh);
    EXPECT_EQ(partsOf(mesh).size(), 2u);
    EXPECT_EQ(eulerOf(mesh), 4);
}

// A still pool, 24 by 24 by 6 spacings: away from its rim the top lies where the particles' volume ends.
TEST(LiquidSurface, APoolIsFlat) {
    const auto points = lattice(12, 0.15, [](const Vec3d& at) { return at.z < 0 && at.z > -6 * s; });
    double rough[2]{};
    for (const double smoothing : {0.0, 2.0}) {
        const LiquidSurface surface = surfaceOf(points, {.smoothing = smoothing});
        double sum = 0, squares = 0, count = 0, tilt = 1;
        for (std::size_t i = 0; i < surface.mesh.points.size(); ++i) {
            const Vec3d& p = surface.mesh.points[i];
            if (std::abs(p.x) > 8 * s || std::abs(p.y) > 8 * s || p.z < -3 * s) continue;
            sum += p.z / s;
            squares += p.z / s * p.z / s;
            ++count;
            tilt = std::min(tilt, static_cast<double>(surface.normal[i].z));
        }
        rough[smoothing > 0] = std::sqrt(squares / count - sum / count * (sum / count));
        EXPECT_NEAR(sum / count, -0.016, 0.01);
        if (smoothing > 0) {
            EXPECT_GT(tilt, 0.99);
        }
    }
    EXPECT_LT(rough[1], 0.04);
    EXPECT_LT(rough[1], 0.55 * rough[0]);
}

// Thin layers of particles without order, as sand has after it flowed: each moved by up to half a spacing.
// The field's surface encloses too little (control); then it has their volume, up to what three passes leave.
TEST(LiquidSurface, AThinLayerWithoutOrderKeepsItsVolume) {
    for (const int layers : {2, 4}) {
        const auto points = lattice(12, 0.5, [=](const Vec3d& at) { return at.z > 0 && at.z < layers * s; });
        SCOPED_TRACE(layers);
        EXPECT_LT(volumeOf(surfaceOf(points).mesh) / filled(points), 0.96);
        const Mesh mesh = surfaceOf(points, {.keep_volume = true}).mesh;
        expectManifold(mesh);
        EXPECT_NEAR(volumeOf(mesh) / filled(points), 1, 0.01);
    }
}

// The volume is kept in each group: a drop is not changed by a layer far from it. A pool of particles that
// keep their distance hardly moves: its top lies 0.016 spacings too low (APoolIsFlat), and gets as much again
// from its rim, which the field makes round.
TEST(LiquidSurface, KeepingTheVolumeChangesNoDropAndNoPool) {
    auto points = lattice(12, 0.5, [](const Vec3d& at) { return at.z > 0 && at.z < 2 * s; });
    const std::vector<Vec3d> one{{0, 0, 10 * s}};
    points.push_back(one[0]);
    const auto dropOf = [](const Mesh& mesh) {
        std::vector<Vec3d> high;
        for (const Vec3d& p : mesh.points)
            if (p.z > 8 * s) high.push_back(p);
        return high;
    };
    EXPECT_EQ(dropOf(surfaceOf(points, {.keep_volume = true}).mesh), dropOf(surfaceOf(points).mesh));

    const auto pool = lattice(12, 0.15, [](const Vec3d& at) { return at.z < 0 && at.z > -6 * s; });
    const Mesh was = surfaceOf(pool).mesh, is = surfaceOf(pool, {.keep_volume = true}).mesh;
    for (std::size_t i = 0; i < was.points.size(); ++i)
        ASSERT_LT(length(is.points[i] - was.points[i]), 0.03 * s);
}

// Particles at random, far too few to fill the space: thin bridges, points that barely touch, all kinds of
// corners.
TEST(LiquidSurface, IsClosedHoweverTheParticlesLie) {
    const Random random{3, 1};
    for (const double cell : {0.6, 1.7}) {
        std::vector<Vec3d> points;
        for (std::size_t i = 0; i < 1500; ++i)
            points.push_back(
                Vec3d{random.uniform(-1, 1, i, 0), random.uniform(-1, 1, i, 1), random.uniform(-1, 1, i, 2)} *
                (7 * s));
        for (const double smoothing : {0.0, 2.0}) {
            const LiquidSurface surface = surfaceOf(points, {.cell = cell, .smoothing = smoothing});
            expectManifold(surface.mesh);
            EXPECT_GT(volumeOf(surface.mesh), 0);
            for (const Vec3f& n : surface.normal) EXPECT_NEAR(length(n), 1, 1e-5);
        }
    }
}

TEST(LiquidSurface, NormalsPointOutAndVelocitiesAreThoseOfTheParticles) {
    const auto points = ball(5 * s);
    std::vector<Vec3d> velocity;
    for (const Vec3d& at : points) velocity.push_back(Vec3d{1, 2, 3} + cross(Vec3d{0, 0, 4}, at));
    const double radius = r;
    const auto surface =
        liquidSurface(exec::Exec::serial(),
                      {{points.data(), points.size()}, {&radius, 1}, {velocity.data(), velocity.size()}}, {});
    ASSERT_TRUE(surface);
    ASSERT_EQ(surface->normal.size(), surface->mesh.points.size());
    ASSERT_EQ(surface->velocity.size(), surface->mesh.points.size());
    for (std::size_t i = 0; i < surface->normal.size(); ++i) {
        const Vec3d& p = surface->mesh.points[i];
        EXPECT_GT(dot(wide(surface->normal[i]), normalized(p)), 0.6);
        EXPECT_LT(length(wide(surface->velocity[i]) - Vec3d{1, 2, 3} - cross(Vec3d{0, 0, 4}, p)), 4 * s);
    }
}

TEST(LiquidSurface, SameBitsForAnyNumberOfThreads) {
    const auto points = ball(12 * s);
    const LiquidSurface one = surfaceOf(points, {}, exec::Exec::cpu(1)),
                        three = surfaceOf(points, {}, exec::Exec::cpu(3));
    ASSERT_EQ(one.mesh.points.size(), three.mesh.points.size());
    EXPECT_EQ(
        std::memcmp(one.mesh.points.data(), three.mesh.points.data(), one.mesh.points.size() * sizeof(Vec3d)),
        0);
    EXPECT_EQ(one.mesh.triangles, three.mesh.triangles);
    EXPECT_EQ(std::memcmp(one.normal.data(), three.normal.data(), one.normal.size() * sizeof(Vec3f)), 0);
}

// Radii of their own: two balls of which one has particles half as large.
TEST(LiquidSurface, EachParticleHasItsSize) {
    auto points = ball(4 * s);
    std::vector<double> radius(points.size(), r);
    for (std::size_t i = 0, count = points.size(); i < count; ++i) {
        points.push_back(points[i] * 0.5 + Vec3d{8 * s, 0, 0});
        radius.push_back(r / 2);
    }
    const auto surface = liquidSurface(exec::Exec::serial(),
                                       {{points.data(), points.size()}, {radius.data(), radius.size()}}, {});
    ASSERT_TRUE(surface);
    expectManifold(surface->mesh);
    EXPECT_EQ(partsOf(surface->mesh).size(), 2u);
    EXPECT_NEAR(volumeOf(surface->mesh) / (filled(points) / 2 * 1.125), 1, 0.05);
}

TEST(LiquidSurface, FewParticles) {
    EXPECT_TRUE(surfaceOf({}).mesh.points.empty());
    const Mesh one = surfaceOf({{0, 0, 0}}).mesh, same = surfaceOf({{0, 0, 0}, {0, 0, 0}}).mesh;
    EXPECT_EQ(eulerOf(one), 2);
    expectManifold(same);
    EXPECT_EQ(eulerOf(same), 2);
    // A thousand kilometres apart: the grid is where the particles are.
    const std::vector<Vec3d> apart{{0, 0, 0}, {1e6, -1e6, 1e6}};
    const Mesh far = surfaceOf(apart, {.max_bytes = 1 << 20}).mesh;
    expectManifold(far);
    EXPECT_EQ(partsOf(far).size(), 2u);
}

TEST(LiquidSurface, BadInputIsRefusedWithAReason) {
    using ::testing::HasSubstr;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                     inf = std::numeric_limits<double>::infinity();
    EXPECT_THAT(errorOf({{0, 0, 0}, {0, nan, 0}}, r), HasSubstr("position of particle 1 is not finite"));
    EXPECT_THAT(errorOf({{inf, 0, 0}}, r), HasSubstr("not finite"));
    for (const double radius : {0.0, -1.0, nan, inf})
        EXPECT_THAT(errorOf({{0, 0, 0}}, radius), HasSubstr("radii above 0"));
    EXPECT_THAT(errorOf({{1e300, 0, 0}}, r), HasSubstr("too far for its radius"));
    EXPECT_THAT(errorOf({{0, 0, 0}}, r, {.cell = 0}), HasSubstr("0.1 to 2"));
    EXPECT_THAT(errorOf({{0, 0, 0}}, r, {.smoothing = nan}), HasSubstr("0 to 10"));
    EXPECT_THAT(errorOf(ball(8 * s), r, {.max_bytes = 100000}), HasSubstr("larger cells"));
    // Enough for the grid, not for the mesh.
    EXPECT_THAT(errorOf(ball(8 * s), r, {.max_bytes = 1000000}), HasSubstr("larger cells"));
    const std::vector<Vec3d> two{{0, 0, 0}, {1, 0, 0}};
    const std::vector<double> radii{r, 11 * r};
    const auto surface = liquidSurface(exec::Exec::serial(), {{two.data(), 2}, {radii.data(), 2}}, {});
    ASSERT_FALSE(surface);
    EXPECT_THAT(surface.error().message, HasSubstr("one radius for all"));
}

}  // namespace
}  // namespace talus::geometry
