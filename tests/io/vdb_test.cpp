#include "talus/io/vdb/vdb.h"

#include <gmock/gmock.h>

#include "talus/exec/exec.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/state/points.h"
#include "talus/volume/make_surface.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"
#include "tests/support/temporary_folder.h"

#ifdef TALUS_VDB
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetMeasure.h>
#endif

namespace talus::io {
namespace {

using geometry::Mesh;
using test::TemporaryFolder;
using ::testing::HasSubstr;

/// Adds a cube; turned, one whose inside is out.
void addCube(Mesh& mesh, const Vec3d& corner, double side, bool turned = false) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (unsigned c = 0; c < 8; ++c)
        mesh.points.push_back(corner + Vec3d{double(c & 1), double(c >> 1 & 1), double(c >> 2)} * side);
    constexpr std::array<std::array<std::uint32_t, 3>, 12> sides{{{0, 2, 1},
                                                                  {1, 2, 3},
                                                                  {4, 5, 6},
                                                                  {5, 7, 6},
                                                                  {0, 1, 4},
                                                                  {1, 5, 4},
                                                                  {2, 6, 3},
                                                                  {3, 6, 7},
                                                                  {0, 4, 2},
                                                                  {2, 4, 6},
                                                                  {1, 3, 5},
                                                                  {3, 7, 5}}};
    for (const auto& [a, b, c] : sides)
        mesh.triangles.push_back({first + a, first + (turned ? c : b), first + (turned ? b : c)});
}

#ifdef TALUS_VDB

openvdb::GridPtrVec readBack(const ConfinedPath& path, double time) {
    openvdb::initialize();
    openvdb::io::File file(path.string());
    file.open();
    EXPECT_EQ(file.getMetadata()->metaValue<double>("time"), time);
    return *file.getGrids();
}

openvdb::FloatGrid::Ptr surfaceOf(const ConfinedPath& path, double time = 0) {
    const openvdb::GridPtrVec grids = readBack(path, time);
    if (grids.size() != 1) throw std::runtime_error("not one grid");
    EXPECT_EQ(grids[0]->getName(), "surface");
    EXPECT_EQ(grids[0]->getGridClass(), openvdb::GRID_LEVEL_SET);
    return openvdb::gridPtrCast<openvdb::FloatGrid>(grids[0]);
}

/// Volumes by OpenVDB are integrals over a smoothed delta function of 1.5 voxels on either side: of a cube of
/// 50 voxels they are off by 0.2 %, at its edges.
constexpr double measured = 3e-3;

// The distance of a cube's sides, to single precision, with its cavity and what lies in that; far from the
// world's origin, where single precision alone would lose millimetres.
TEST(Vdb, HoldsAClosedMeshAsALevelSet) {
    const TemporaryFolder folder;
    const Vec3d at{500000, 5000000, 700};
    Mesh mesh;
    addCube(mesh, at, 1);
    addCube(mesh, at + Vec3d{0.2, 0.2, 0.2}, 0.6, true);
    addCube(mesh, at + Vec3d{0.4, 0.4, 0.4}, 0.2);
    ASSERT_TRUE(writeVdb(folder / "a.vdb", mesh, {0.02, at}, 1.5));
    const auto grid = surfaceOf(folder / "a.vdb", 1.5);
    EXPECT_EQ(grid->voxelSize(), openvdb::Vec3d(0.02));
    EXPECT_EQ(grid->indexToWorld(openvdb::Coord(0, 0, 0)), openvdb::Vec3d(at.x, at.y, at.z));
    EXPECT_NEAR(openvdb::tools::levelSetVolume(*grid), 1 - 0.6 * 0.6 * 0.6 + 0.2 * 0.2 * 0.2, measured);
    const auto distance = [&](int i) { return double{grid->tree().getValue({i, 25, 25})}; };
    // Along a line through the middle: outside, on the side, in the wall, in the cavity, in the ball of it.
    for (const auto& [i, d] : {std::pair{-2, 0.04},
                               {0, 0.0},
                               {2, -0.04},
                               {5, -0.06},
                               {8, -0.04},
                               {12, 0.04},
                               {15, 0.06},
                               {22, -0.04}})
        EXPECT_NEAR(distance(i), d, 1e-6) << i;
}

// The same bits each time: no dates, no random identity, no order of threads.
TEST(Vdb, EqualMeshesGiveEqualBytes) {
    const TemporaryFolder folder;
    Mesh mesh;
    for (int k = 0; k < 40; ++k) {
        const int row = k / 5;
        addCube(mesh, {0.3 * (k % 5), 0.31 * row, 0.01 * k}, 0.2);
    }
    std::string first;
    for (int k = 0; k < 5; ++k) {
        ASSERT_TRUE(writeVdb(folder / "a.vdb", mesh, {0.02}, 0));
        const std::string bytes = readFile(folder / "a.vdb", 1 << 28).value();
        if (k == 0) first = bytes;
        EXPECT_TRUE(bytes == first) << k;
    }
    mesh.points[0].x -= 0.001;
    ASSERT_TRUE(writeVdb(folder / "b.vdb", mesh, {0.02}, 0));
    const std::string other = readFile(folder / "b.vdb", 1 << 28).value();
    constexpr std::size_t identity = 21;
    EXPECT_NE(other.substr(identity, 36), first.substr(identity, 36));
}

TEST(Vdb, HoldsVolumesAsFog) {
    const TemporaryFolder folder;
    const std::vector<float> smoke{0, 0.25f, 0, 0, 0, 1};
    const std::vector<Vec3f> flow{{}, {1, 2, 3}, {}, {}, {}, {}};
    state::VolumeView volume{2, {{1, 2, 3}, 0.5, {3, 2, 1}}, false, {}};
    volume.fields = {state::arrayOf<float>("density", smoke), state::arrayOf<Vec3f>("vel", flow)};
    ASSERT_TRUE(writeVdb(folder / "a.vdb", volume));
    const openvdb::GridPtrVec grids = readBack(folder / "a.vdb", 2);
    ASSERT_EQ(grids.size(), 2u);
    for (const auto& grid : grids) {
        EXPECT_EQ(grid->getGridClass(), openvdb::GRID_FOG_VOLUME);
        EXPECT_EQ(grid->voxelSize(), openvdb::Vec3d(0.5));
        EXPECT_EQ(grid->indexToWorld(openvdb::Coord(0, 0, 0)), openvdb::Vec3d(1.25, 2.25, 3.25));
    }
    const auto density = openvdb::gridPtrCast<openvdb::FloatGrid>(grids[0]);
    EXPECT_EQ(density->getName(), "density");
    EXPECT_EQ(density->activeVoxelCount(), 2u);
    EXPECT_EQ(density->tree().getValue({1, 0, 0}), 0.25f);
    EXPECT_EQ(density->tree().getValue({2, 1, 0}), 1);
    const auto velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(grids[1]);
    EXPECT_EQ(velocity->getName(), "vel");
    EXPECT_EQ(velocity->tree().getValue({1, 0, 0}), openvdb::Vec3s(1, 2, 3));
    volume.at_points = true;
    volume.grid.cells = {2, 1, 1};
    const std::vector<float> points(12, 1);
    volume.fields = {state::arrayOf<float>("density", points)};
    ASSERT_TRUE(writeVdb(folder / "b.vdb", volume));
    EXPECT_EQ(readBack(folder / "b.vdb", 2)[0]->indexToWorld(openvdb::Coord(0, 0, 0)),
              openvdb::Vec3d(1, 2, 3));
}

// A block with a closed cave. The surface of cells cuts off half a cell's square along each edge that stands
// out, and fills as much in along each that goes in. Its points keep 1/64 of a cell away from the nodes
// (docs/theory/surface.md), to the inside where a face goes through them. What is left are the corners, less
// than a cell each.
TEST(Vdb, GroundHasTheVolumeOfItsLedger) {
    const scene::Simulation simulation = test::simulationOf(
        test::sceneHead("volume", {.duration = 2, .frame_interval = 0.1}, {{"rock", 2650}}) + R"(
[volume]
material = "rock"
min = [1, 2, 3]
max = [1.64, 2.64, 3.64]
cell = "20 mm"
level = 3.48
cohesion = "50 kPa"
[[volume_shape]]
name = "cave"
remove = true
shape = "box"
min = [1.16, 2.16, 3.16]
max = [1.48, 2.48, 3.32]
)");
    constexpr double cell = 0.02;
    const environment::GroundVolume& ground = *simulation.scene().environment.volume;
    const Mesh mesh = volume::surfaceOf(ground, simulation.world()).mesh();
    const TemporaryFolder folder;
    ASSERT_TRUE(writeVdb(folder / "a.vdb", mesh, {cell, ground.grid.corner}, 0));
    const auto grid = surfaceOf(folder / "a.vdb");
    EXPECT_EQ(grid->voxelSize(), openvdb::Vec3d(cell));
    EXPECT_EQ(grid->indexToWorld(openvdb::Coord(0, 0, 0)), openvdb::Vec3d(1, 2, 3));
    const double ledger = 0.64 * 0.64 * 0.48 - 0.32 * 0.32 * 0.16;
    const double out = 8 * 0.64 + 4 * 0.48, in = 8 * 0.32 + 4 * 0.16;
    const double faces = 2 * 0.64 * 0.64 + 4 * 0.64 * 0.48 + 2 * 0.32 * 0.32 + 4 * 0.32 * 0.16;
    EXPECT_NEAR(geometry::volumeOf(mesh), ledger + 0.5 * cell * cell * (in - out) - cell / 64 * faces,
                16 * cell * cell * cell);
    EXPECT_NEAR(openvdb::tools::levelSetVolume(*grid), geometry::volumeOf(mesh), measured * ledger);
    EXPECT_GT(grid->tree().getValue({16, 16, 12}), 0) << "the cave is filled";
    EXPECT_LT(grid->tree().getValue({3, 3, 3}), 0);
}

// 6 m^2 in a band of six voxels of 2 mm are 9 million values, of which each takes 40 bytes (vdb_write.cpp):
// 360 MB. Cells: 4 bytes each as a list, as a grid and in the file. Nothing of that is asked for.
TEST(Vdb, TooLargeGridsAreRefused) {
    const TemporaryFolder folder;
    Mesh cube;
    addCube(cube, {}, 1);
    const Status status = writeVdb(folder / "a.vdb", cube, {0.002, {}, 90e6}, 0);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
    EXPECT_THAT(status.error().message, HasSubstr("need 0.36 GB of memory; 0.09 GB are left"));
    EXPECT_THAT(status.error().message, HasSubstr("for example of 0.0044 m"));
    EXPECT_TRUE(writeVdb(folder / "a.vdb", cube, {0.02, {}, 90e6}, 0));

    const std::vector<float> values(1000);
    state::VolumeView volume;
    volume.grid = {{}, 1, {10, 10, 10}};
    volume.fields = {state::arrayOf<float>("firm", values)};
    EXPECT_TRUE(writeVdb(folder / "b.vdb", volume, 12000));
    const Status cells = writeVdb(folder / "b.vdb", volume, 11999);
    ASSERT_FALSE(cells);
    EXPECT_THAT(cells.error().message, HasSubstr("1000 cells take"));
}

TEST(Vdb, OpenMeshesAreRefused) {
    const TemporaryFolder folder;
    const auto refusal = [&](const Mesh& mesh, double spacing) {
        const Status status = writeVdb(folder / "a.vdb", mesh, {spacing}, 0);
        EXPECT_FALSE(status);
        return status ? std::string() : status.error().message;
    };
    Mesh cube, open, turned;
    addCube(cube, {}, 1);
    addCube(turned, {}, 1, true);
    open = cube;
    open.triangles.pop_back();
    EXPECT_THAT(refusal(open, 0.1), HasSubstr("needs a closed mesh; 3 sides of this one are open"));
    EXPECT_THAT(refusal(turned, 0.1), HasSubstr("those of this mesh face inwards"));
    EXPECT_THAT(refusal(cube, 1e-5), HasSubstr("use larger voxels"));
    EXPECT_THAT(refusal(cube, 1e-9), HasSubstr("use larger voxels"));
    for (const double none : {0.0, -1.0, std::nan("")})
        EXPECT_THAT(refusal(cube, none), HasSubstr("are not possible"));
    ASSERT_TRUE(writeVdb(folder / "none.vdb", Mesh{}, {0.1}, 0));
    EXPECT_EQ(surfaceOf(folder / "none.vdb")->activeVoxelCount(), 0u);
}

#else

TEST(Vdb, IsRefusedWithoutOpenVdb) {
    const TemporaryFolder folder;
    Mesh cube;
    addCube(cube, {}, 1);
    const Status status = writeVdb(folder / "a.vdb", cube, {0.1}, 0);
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().message, HasSubstr("libopenvdb-dev"));
}

#endif

}  // namespace
}  // namespace talus::io
