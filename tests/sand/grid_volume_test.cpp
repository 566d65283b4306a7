// Volume of sand on a grid: sand in rooms that are full, and beds, heaps and falls that keep their volume.
#include "talus/core/rng.h"
#include "talus/exec/exec.h"
#include "talus/sand/grid/solve/closed_regions.h"
#include "tests/sand/grid_sandbox.h"

namespace talus::sand::grid {
namespace {

/// Moves particles from their lattice as the blocks of a scene do (sources/fill.cpp).
void disorder(Blob& blob) {
    const Random random{0, 7};
    constexpr double irregular = 0.35;
    for (std::size_t i = 0; i < blob.position.size(); ++i)
        blob.position[i] +=
            Vec3d{random.uniform(-irregular, irregular, i, 0), random.uniform(-irregular, irregular, i, 1),
                  random.uniform(-irregular, irregular, i, 2)} *
            (blob.spacing / 2);
}

/// A room of the given height, with a lid that moves down.
SolidField roomWithLid(const Vec3d& size, const double& lid, double speed, double friction) {
    return [=, &lid](const Vec3d& p) {
        const double side = std::min({p.x, size.x - p.x, p.y, size.y - p.y, p.z});
        return lid - p.z < side ? SolidAt{lid - p.z, {0, 0, -speed}, friction} : SolidAt{side, {}, 0};
    };
}

/// What a lid does in 40 steps on sand that fills its room.
struct UnderLid {
    double squeezed = 0;  ///< volume taken over the volume of the room
    double settled = 0;   ///< of the centre [m]
    double fastest = 0;   ///< speed of a particle at the end [m/s]
    double kinetic = 0;   ///< at the end [J]
    double on_walls = 0;  ///< the vertical force on all walls over the weight, at the end
};
UnderLid underLid(bool by_narain, double speed, double friction, bool random) {
    const Vec3d size{0.6, 0.6, 0.8};
    double lid = size.z;
    Sandbox s;
    s.solid = roomWithLid(size, lid, speed, friction);
    s.blob.addBox({0, 0, 0}, size);
    if (random) disorder(s.blob);
    const double volume = size.x * size.y * size.z, start = s.blob.centre().z;
    UnderLid now;
    for (int i = 0; i < 40; ++i) {
        Vec3d on_walls;
        if (by_narain) {
            const NarainReport report = s.advance();
            now.squeezed += report.squeezed / volume;
            on_walls = report.on_walls;
        } else {
            const ZhuBridsonReport report = s.advanceByZhuBridson();
            now.squeezed += report.squeezed / volume;
            on_walls = report.on_walls;
        }
        lid -= speed * s.dt;
        // The barriers of a scene stop particles at the lid.
        for (Vec3d& x : s.blob.position) x.z = std::min(x.z, lid);
        now.on_walls =
            -on_walls.z / (s.blob.mass() * static_cast<double>(s.blob.position.size()) * 9.81 * s.dt);
    }
    now.settled = start - s.blob.centre().z;
    now.kinetic = s.blob.kinetic();
    for (const Vec3f& v : s.blob.velocity) now.fastest = std::max(now.fastest, length(wide(v)));
    return now;
}

// A pressure that is the same in a full room moves nothing: the solution of the pressure is not unique, and
// there is none for a lid that goes on. Before both were looked at, velocities grew without bound.
TEST(GridFullRoom, SandUnderALidAtRestIsAtRest) {
    for (const bool by_narain : {true, false})
        for (const double friction : {0.0, 0.5}) {
            const UnderLid now = underLid(by_narain, 0, friction, false);
            EXPECT_LT(now.settled, 1e-4 * 0.1) << by_narain << friction;
            EXPECT_LT(now.fastest, 1e-4) << by_narain << friction;
            EXPECT_EQ(now.squeezed, 0) << by_narain << friction;
            // The walls carry the weight; what is left of the solve of the pressure: 1e-3.
            EXPECT_NEAR(now.on_walls, 1, 1e-3) << by_narain << friction;
        }
}

TEST(GridFullRoom, ALidThatPressesIntoItMovesAllSandAndSaysSo) {
    const double speed = 0.1, way = speed * 40 * 0.01;
    for (const bool by_narain : {true, false})
        for (const bool random : {false, true}) {
            const UnderLid now = underLid(by_narain, speed, 0.3, random);
            // The sand that the lid takes the room of.
            EXPECT_NEAR(now.squeezed, way / 0.8, 0.3 * way / 0.8) << by_narain << random;
            EXPECT_NEAR(now.settled, 0.5 * way, 0.3 * way) << by_narain << random;
            EXPECT_LT(now.fastest, 5 * speed) << by_narain << random;
        }
}

/// The rows of a body on the unknowns.
BodyRows bodyThatPushes(const std::vector<std::uint32_t>& cells, double up, double down) {
    BodyRows body{FreeBody{}};
    for (std::size_t i = 0; i < cells.size(); ++i) body.add(cells[i], Six{0, 0, i == 0 ? up : down, 0, 0, 0});
    return body;
}

TEST(GridClosedRegions, AreWhatNoFaceLeadsOutOf) {
    // Two rooms of two cells; the upper one has an empty cell beside it.
    const Lattice l{{0, 0, 0}, {6, 4, 6}, 1.0};
    std::vector<Cell> cells(l.cells(), Cell::Wall);
    Faces conductance;
    for (int a = 0; a < 3; ++a) conductance[a].assign(l.cells(), 0);
    const std::uint32_t low[2] = {static_cast<std::uint32_t>(l.index(1, 1, 1)),
                                  static_cast<std::uint32_t>(l.index(2, 1, 1))},
                        high = static_cast<std::uint32_t>(l.index(1, 1, 3));
    for (const std::uint32_t c : {low[0], low[1], high, high + 1}) cells[c] = Cell::Free;
    conductance[0][low[1]] = conductance[0][high + 1] = 1;
    EXPECT_EQ(closedRegions(l, conductance, cells).size(), 2u);
    cells[high + 2] = Cell::Zero;
    EXPECT_EQ(closedRegions(l, conductance, cells).size(), 2u) << "no face leads to it";
    conductance[0][high + 2] = 1;
    std::vector<ClosedRegion> closed = closedRegions(l, conductance, cells);
    ASSERT_EQ(closed.size(), 1u);
    EXPECT_EQ(closed[0].cells, (std::vector<std::uint32_t>{low[0], low[1]}));

    // A body in the sand is pushed by the same pressure on all its sides by nothing; a piston is.
    EXPECT_EQ(closedRegions(l, conductance, cells, {bodyThatPushes(closed[0].cells, 1, -1)}).size(), 1u);
    EXPECT_EQ(closedRegions(l, conductance, cells, {bodyThatPushes(closed[0].cells, 1, 0)}).size(), 0u);

    const std::vector<double> room(l.cells(), 0.5);
    std::vector<double> b(l.cells(), 0), p(l.cells(), 0);
    b[low[0]] = 3;
    b[low[1]] = -1;
    const FullRegions full(closed, {room.data(), room.size()}, false, {b.data(), b.size()});
    EXPECT_DOUBLE_EQ(full.taken(), 2);
    EXPECT_DOUBLE_EQ(b[low[0]], 2);
    EXPECT_DOUBLE_EQ(b[low[1]], -2);
    p[low[0]] = 7;
    p[low[1]] = 5;
    const std::vector<double> least(l.cells(), 0);
    full.setLevel({least.data(), least.size()}, {p.data(), p.size()});
    EXPECT_EQ(p[low[0]], 2);
    EXPECT_EQ(p[low[1]], 0);
    // Where there is room, nothing is taken.
    b[low[1]] = -4;
    EXPECT_EQ(FullRegions(closed, {room.data(), room.size()}, false, {b.data(), b.size()}).taken(), 0);
    EXPECT_EQ(b[low[1]], -4);
}

/// The mean height of a bed of random particles over the first, after a time. @param drop from which it falls
double heightOfBed(double cells_deep, double drop, double time) {
    Sandbox s;
    s.blob.spacing = 0.02;
    s.solid = tank(8 * 0.02, 8 * 0.02, 0.5);
    const double depth = cells_deep * s.blob.spacing;
    s.blob.addBox({0, 0, 0}, {8 * 0.02, 8 * 0.02, depth});
    disorder(s.blob);
    for (Vec3d& x : s.blob.position) x.z += drop;
    const double start = s.blob.centre().z - drop;
    for (double t = 0; t < time; t += s.dt) {
        double fastest = std::sqrt(9.81 * s.blob.spacing);
        for (const Vec3f& v : s.blob.velocity) fastest = std::max(fastest, length(wide(v)));
        s.dt = 0.4 * s.blob.spacing / fastest;
        s.advance();
        for (Vec3d& x : s.blob.position)
            x = {std::clamp(x.x, 0.0, 0.16), std::clamp(x.y, 0.0, 0.16), std::max(x.z, 0.0)};
    }
    return s.blob.centre().z / start;
}

// The volume of a bed must not change by more than 1 %.
TEST(GridVolume, ABedOfRandomPlacesKeepsItsHeight) { EXPECT_NEAR(heightOfBed(8, 0, 0.6), 1, 0.01); }

TEST(GridVolume, ABlockThatFellHasItsVolumeWhenItRests) { EXPECT_NEAR(heightOfBed(8, 0.1, 1), 1, 0.01); }

}  // namespace
}  // namespace talus::sand::grid
