#include "talus/geometry/volume/volume_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/environment/contact/obstacles.h"
#include "talus/environment/contact/volume_hit.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/volume/make_volume.h"

namespace talus {
namespace {

using geometry::BlockGrid;
using geometry::VolumeSurface;
using volume::makeStart;

/// Cells that own their values.
struct Ground {
    volume::Start start;
    exec::Array<double> loose;
    std::vector<std::uint32_t> changes;

    explicit Ground(volume::Start made) : start(std::move(made)) {
        loose.resize(start.firm.size());
        changes.resize(start.slot.size());
    }
    geometry::VolumeCells cells() const { return start.cells(std::as_const(loose).view()); }
    void make(VolumeSurface& surface) const {
        surface.update(exec::Exec::serial(), cells(), {changes.data(), changes.size()});
    }
    double volume() const { return volume::volumeOf(start); }
    VolumeSurface surface() const {
        VolumeSurface made;
        make(made);
        return made;
    }
};

volume::Volume box(double side, double cell) {
    volume::Volume volume;
    volume.max = {side, side, side};
    volume.cell = cell;
    return volume;
}

volume::Shape sphere(const Vec3d& centre, double radius, bool remove) {
    volume::Shape shape;
    shape.shape = environment::Region::Shape::Sphere;
    shape.centre = centre;
    shape.radius = radius;
    shape.remove = remove;
    return shape;
}

/// A block with a round cave that opens to one side.
Ground cave(double cell) {
    volume::Volume volume = box(1, cell);
    volume.level = 0.73;
    const std::vector<volume::Shape> shapes{sphere({0.75, 0.5, 0.4}, 0.3, true)};
    return Ground(makeStart({volume, nullptr, shapes}).value());
}

// A level surface lies where the cells say, whatever share of a cell that is: the mean of two cells is linear
// between the nodes. A node's 1/64 of a cell is all that may be off.
TEST(VolumeSurface, LevelGroundIsWhereItIs) {
    for (const double level : {0.5, 0.503, 0.524, 0.549}) {
        volume::Volume volume = box(1, 0.05);
        volume.level = level;
        const VolumeSurface surface = Ground(makeStart({volume, nullptr, {}}).value()).surface();
        const auto at = surface.nearest({0.41, 0.37, level + 0.02}, 0.06);
        ASSERT_TRUE(at);
        EXPECT_NEAR(at->point.z, level, 0.05 / 64 + 1e-12);
        EXPECT_NEAR(at->normal.z, 1, 1e-9);
        EXPECT_TRUE(surface.inside({0.41, 0.37, level - 0.001}));
        EXPECT_FALSE(surface.inside({0.41, 0.37, level + 0.001}));
    }
}

// The mean over a box of two cells has a variance of cell^2 / 3 along each axis; a level set of so smoothed a
// ball lies lower by variance / 2 times the sum of its curvatures, cell^2 / (3 radius). Between nodes the
// mean is taken as linear, which it is along the axes only: a 32nd of a cell is the most that this and the
// 64th that points keep off the nodes were found to come to.
TEST(VolumeSurface, BallIsRound) {
    constexpr double radius = 0.35, cell = 0.04;
    const std::vector<volume::Shape> shapes{sphere({0.5, 0.5, 0.5}, radius, false)};
    const Ground ground(makeStart({box(1, cell), nullptr, shapes}).value());
    const geometry::Mesh mesh = ground.surface().mesh();
    EXPECT_EQ(geometry::openSides(mesh), 0);
    for (const Vec3d& p : mesh.points)
        EXPECT_NEAR(length(p - Vec3d{0.5, 0.5, 0.5}), radius, cell * cell / (3 * radius) + cell / 32);
    const double ball = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
    EXPECT_NEAR(ground.volume(), ball, 2e-3 * ball);
    // Three times that of the radius, and what chords cut off a round: a quarter of cell^2 / radius^2.
    const double share = cell / radius;
    EXPECT_NEAR(geometry::volumeOf(mesh), ball, (1.25 * share * share + 3.0 / 32 * share) * ball);
}

TEST(VolumeSurface, IsClosedAndSeparatesInsideFromOutside) {
    const VolumeSurface surface = cave(0.05).surface();
    const geometry::Mesh mesh = surface.mesh();
    EXPECT_EQ(geometry::openSides(mesh), 0);
    EXPECT_GT(geometry::volumeOf(mesh), 0);
    const Random random{1, 77};
    for (std::uint32_t k = 0; k < 4000; ++k) {
        const auto at = [&](std::uint32_t channel) { return random.uniform(-0.1, 1.1, k, channel); };
        const Vec3d p{at(0), at(1), at(2)};
        EXPECT_EQ(surface.inside(p), geometry::encloses(mesh, p)) << p.x << ' ' << p.y << ' ' << p.z;
    }
}

// What a mesh encloses is filled, along lines in z exactly: of 20 cells a side the two 64ths of a cell by
// which the surface keeps off the nodes at the sides of the grid, in x and in y, are 0.3 %.
// Sums of shares are off by their round-off: the surface is closed at the sides of the grid all the same.
TEST(VolumeSurface, IsClosedWhereCellsAreMoreThanFull) {
    volume::Volume volume = box(0.8, 0.05);
    volume.level = 0.73;
    Ground ground(makeStart({volume, nullptr, {}}).value());
    ASSERT_GT(ground.loose.size(), 0u);
    for (double& share : ground.loose.view()) share = 1e-15;
    EXPECT_EQ(geometry::openSides(ground.surface().mesh()), 0u);
}

TEST(VolumeSurface, AClosedMeshIsFilled) {
    const geometry::Mesh mesh = cave(0.05).surface().mesh();
    volume::Shape shape;
    shape.shape = environment::Region::Shape::MeshVolume;
    shape.mesh = std::make_shared<const geometry::Mesh>(mesh);
    const Ground filled(makeStart({box(1, 0.05), nullptr, {shape}}).value());
    EXPECT_NEAR(filled.volume(), geometry::volumeOf(mesh), 4e-3 * geometry::volumeOf(mesh));
    EXPECT_FALSE(filled.surface().inside({0.75, 0.5, 0.4}));
}

// All triangles, one by one, are the judge of what a way meets first.
TEST(VolumeSurface, PathsHitTheSameTriangleAsABruteForceSearch) {
    const VolumeSurface surface = cave(0.05).surface();
    const Random random{2, 77};
    constexpr double reach = 1e-6;
    int met = 0;
    for (std::uint32_t k = 0; k < 400; ++k) {
        const auto at = [&](std::uint32_t channel) { return random.uniform(-0.5, 1.5, k, channel); };
        const Vec3d from{at(0), at(1), at(2)}, to{at(3), at(4), at(5)};
        const auto hit = environment::firstHit(surface, from, to, reach);
        double first = 2;
        surface.forAllTriangles([&](const VolumeSurface::Triangle& t) {
            const environment::WallFace face{environment::WallFace::Kind::Triangle, 0, 0, t.a, t.b, t.c};
            if (const auto one = environment::firstHit(face, from, to, reach))
                first = std::min(first, one->share);
        });
        ASSERT_EQ(hit.has_value(), first <= 1);
        if (!hit) continue;
        ++met;
        EXPECT_NEAR(hit->share, first, 1e-9);
    }
    EXPECT_GT(met, 100);
}

// A particle that goes ten metres in a step ends outside of the ground, and so for any number of steps.
TEST(VolumeSurface, NoPathEndsInside) {
    const VolumeSurface surface = cave(0.05).surface();
    const environment::Walls none;
    const environment::Surfaces surfaces{{}, {0.7, 0.2}};
    const environment::FaceBounds bounds(none);
    const environment::WallsAt now(none, 0);
    const environment::Obstacles obstacles(surfaces, bounds, now, now, nullptr, &surface);
    environment::Obstacles::Scratch scratch;
    environment::Loads loads;
    const Random random{3, 77};
    int met = 0;
    for (std::uint32_t k = 0; k < 300; ++k) {
        const auto at = [&](std::uint32_t channel) { return random.uniform(-1, 1, k, channel); };
        // In the cave, or above the ground.
        Vec3d place{0.75 + 0.15 * at(0), 0.5 + 0.15 * at(1), k % 2 == 0 ? 0.4 + 0.1 * at(2) : 0.9};
        Vec3d velocity = Vec3d{at(3), at(4), at(5)} * std::pow(10.0, 2 + at(6));
        for (int step = 0; step < 40; ++step) {
            environment::Traveller t{place, place + velocity * 0.01, velocity, 0, 1};
            obstacles.travel(t, 0.01, scratch, loads);
            met += !(t.velocity == velocity);
            place = t.position;
            velocity = t.velocity + Vec3d{0, 0, -0.0981};
            ASSERT_FALSE(surface.inside(place)) << k << ' ' << step;
        }
    }
    EXPECT_GT(met, 300);
}

// What is worked out again where cells changed is what is worked out of all of them.
TEST(VolumeSurface, UpdateEqualsARebuild) {
    Ground ground = cave(0.05);
    VolumeSurface surface = ground.surface();
    const geometry::CellAt at{8, 5, 14};
    const std::size_t block = blockOf(ground.start.grid, at);
    ASSERT_GE(ground.start.slot[block], geometry::VolumeCells::first);
    ground.start.firm[geometry::VolumeCells::rowOf(ground.start.slot[block], at)] = 0;
    ++ground.changes[block];
    ground.make(surface);
    const geometry::Mesh updated = surface.mesh(), anew = ground.surface().mesh();
    ASSERT_EQ(updated.points.size(), anew.points.size());
    EXPECT_EQ(updated.points, anew.points);
    EXPECT_EQ(updated.triangles, anew.triangles);
}

}  // namespace
}  // namespace talus
