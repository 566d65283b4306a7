#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "talus/couple/erosion/fields.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/volume/fields.h"
#include "talus/volume/make_surface.h"
#include "talus/water/fields.h"
#include "tests/support/same_bits.h"
#include "tests/support/scene_head.h"

namespace talus {
namespace {

geometry::VolumeSurface surfaceNow(const scene::Simulation& simulation) {
    return volume::surfaceOf(*simulation.scene().environment.volume, simulation.world());
}

std::size_t inside(const scene::Simulation& simulation) {
    const geometry::VolumeSurface surface = surfaceNow(simulation);
    std::size_t count = 0;
    for (const Vec3d& p : simulation.world().table(water::water_table).read(water::fields::position))
        count += surface.inside(p);
    return count;
}

double fastest(const scene::Simulation& simulation) {
    double most = 0;
    for (const Vec3f& v : simulation.world().table(water::water_table).read(water::fields::velocity))
        most = std::max(most, double{length(v)});
    return most;
}

/// Firm and loose ground [m^3].
double ground(const scene::Simulation& simulation) {
    const environment::GroundVolume& volume = *simulation.scene().environment.volume;
    const geometry::VolumeCells cells = volume::cellsOf(volume, simulation.world());
    double sum = 0;
    for (const std::uint32_t slot : cells.slot)
        if (slot == geometry::VolumeCells::full) sum += geometry::BlockGrid::cells_of_block;
    for (std::size_t k = 0; k < cells.firm.size(); ++k) sum += cells.firm[k] + cells.loose[k];
    return sum * volume.grid.volumeOfCell();
}

/// Ground of rock in cells of 20 mm, up to a level, in a box from the origin on; keys of [volume] may follow.
std::string groundUpTo(const char* level, const char* max, const char* cohesion) {
    return test::sceneHead("volume", {.duration = 20, .frame_interval = 0.1}, {{"rock", 2650}}) +
           fmt::format(R"(
[volume]
material = "rock"
min = [0, 0, 0]
max = [{}]
cell = "20 mm"
level = "{}"
cohesion = "{}"
)",
                       max, level, cohesion);
}
/// A body of ground, from its name and the keys of its shape.
std::string shapeOf(const char* name, const std::string& keys) {
    return fmt::format("[[volume_shape]]\nname = \"{}\"\n{}\n", name, keys);
}
std::string boxFrom(const std::string& min, const std::string& max) {
    return fmt::format("shape = \"box\"\nmin = [{}]\nmax = [{}]\n", min, max);
}
/// Water of one spacing a cell; keys of its block may follow.
std::string waterIn(const char* min, const char* max) {
    return fmt::format(
        "[water]\nspacing = \"20 mm\"\n[[water_block]]\nname = \"all\"\nmin = [{}]\nmax = [{}]\n", min, max);
}

/// A pool in a block of rock, with a cave at its side that goes on below the water's level.
const std::string pool = groundUpTo("0.36 m", "0.64, 0.4, 0.4", "50 kPa") +
                         shapeOf("pool", "remove = true\n" + boxFrom("0.08, 0.08, 0.08", "0.32, 0.32, 0.4")) +
                         shapeOf("cave",
                                 "remove = true\nshape = \"capsule\"\nfrom = [0.3, 0.2, 0.16]\nto = [0.48, "
                                 "0.2, 0.16]\nradius = 0.08") +
                         waterIn("0.08, 0.08, 0.08", "0.56, 0.32, 0.3") + "only_free = true\n";

/// How pressure rises with depth in the pool, or in its cave [Pa/m].
double pressureSlope(const scene::Simulation& simulation, bool in_cave) {
    const state::Table& water = std::as_const(simulation.world()).table(water::water_table);
    const auto position = water.read(water::fields::position);
    const auto pressure = water.read(water::fields::pressure);
    double n = 0, z = 0, p = 0, zz = 0, zp = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
        if ((position[i].x > 0.34) != in_cave) continue;
        const double height = position[i].z, here = pressure[i];
        n += 1, z += height, p += here, zz += height * height, zp += height * here;
    }
    return (zp - z * p / n) / (z * z / n - zz);
}

// Still water stays. What speed it has after a second is that of particles that settle: 0.046 m/s in a tank
// of this size between plane walls, 0.066 m/s here, of 1.9 m/s of a fall from its surface to its bottom.
TEST(Volume, StillWaterInACaveStays) {
    scene::Simulation simulation = test::simulationOf(pool);
    const auto rows = [&] { return simulation.world().table(water::water_table).size(); };
    const std::size_t before = rows();
    ASSERT_GT(before, 1000u);
    // Hydrostatic in the pool and in the cave: the slope of pressures over heights, by least squares, so that
    // a particle which stands out of the surface has no part in it; the mean over the last fifth of a second,
    // since pressures of single particles are off by 5 to 7% at one moment (docs/theory/water.md).
    constexpr int moments = 10;
    double in_pool = 0, in_cave = 0;
    for (int k = 1; k <= moments; ++k) {
        test::runTo(simulation, 0.8 + 0.2 * k / moments);
        in_pool += pressureSlope(simulation, false) / moments;
        in_cave += pressureSlope(simulation, true) / moments;
    }
    EXPECT_NEAR(in_pool, 9810, 0.05 * 9810);
    EXPECT_NEAR(in_cave, 9810, 0.05 * 9810);
    EXPECT_EQ(rows(), before);
    EXPECT_EQ(inside(simulation), 0u);
    const auto position = simulation.world().table(water::water_table).read(water::fields::position);
    const auto velocity = simulation.world().table(water::water_table).read(water::fields::velocity);
    double top = 0, energy = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
        top = std::max(top, position[i].z);
        energy += 0.5 * double{squaredLength(velocity[i])};
    }
    // Mean speed to that of a fall from the surface to the bottom.
    EXPECT_LT(std::sqrt(2 * energy / double(before)), 0.05 * std::sqrt(2 * 9.81 * (top - 0.08)));
    RecordProperty("fastest", std::to_string(fastest(simulation)));
}

/// Solid that has left the ground [kg].
double eroded(const scene::Simulation& simulation) {
    return simulation.world().table(couple::erosion::ledger_table).read(couple::erosion::fields::eroded)[0];
}

/// How much still water erodes of a basin of gravel of 2 mm, which moves from 1.3 Pa on, from the lattice
/// that it begins as.
double erodedByStillWater(const std::string& erosion, double seconds) {
    const std::string basin =
        groundUpTo("0.24 m", "0.48, 0.48, 0.32", "50 kPa") +
        shapeOf("pool", "remove = true\n" + boxFrom("0.08, 0.08, 0.08", "0.4, 0.4, 0.4")) +
        waterIn("0.08, 0.08, 0.08", "0.4, 0.4, 0.2") + "[erosion]\n";
    scene::Simulation simulation = test::simulationOf(basin + erosion, 2);
    test::runTo(simulation, seconds);
    ::testing::Test::RecordProperty("fastest", std::to_string(fastest(simulation)));
    return eroded(simulation);
}

// The lattice breaks up within the first second, which is when water at rest moves most.
TEST(Volume, StillWaterMovesNoSolid) {
    EXPECT_EQ(erodedByStillWater("grain_diameter = \"2 mm\"\n", 1.5), 0);
    EXPECT_GT(erodedByStillWater("critical_shear = \"1e-6 Pa\"\n", 0.2), 0)
        << "where the least stress would do";
}

TEST(Volume, LongStillWaterMovesNoSolidFor10Seconds) {
    EXPECT_EQ(erodedByStillWater("grain_diameter = \"2 mm\"\n", 10), 0);
}

// Water that is thrown at a thin arch, faster than anything falls, does not get into it or through its walls.
TEST(Volume, NoParticleEndsInside) {
    const std::string text =
        groundUpTo("0.08 m", "0.64, 0.32, 0.4", "50 kPa") +
        shapeOf("arch", boxFrom("0.3, 0, 0", "0.34, 0.32, 0.32")) +
        shapeOf("gate",
                "remove = true\nshape = \"cylinder\"\ncentre = [0.2, 0.16, 0.16]\naxis = [1, 0, 0]\n"
                "radius = 0.05\nheight = 0.3") +
        waterIn("0.04, 0.04, 0.1", "0.24, 0.28, 0.3") + "velocity = [200, 3, -8]\n";
    scene::Simulation simulation = test::simulationOf(text);
    for (int k = 0; k < 100; ++k) {
        const step::StepReport report = simulation.advance();
        ASSERT_TRUE(report.ok()) << report.trouble->what;
        ASSERT_EQ(inside(simulation), 0u) << k;
    }
}

/// A shelf that hangs over by so many metres, and water elsewhere that does nothing.
std::string shelf(double length) {
    return groundUpTo("0.08 m", "0.64, 0.32, 0.48", "4 kPa") +
           shapeOf("bank", boxFrom("0.4, 0, 0", "0.64, 0.32, 0.32")) +
           shapeOf("shelf", boxFrom(std::to_string(0.4 - length) + ", 0, 0.24", "0.5, 0.32, 0.32")) +
           waterIn("0.04, 0.04, 0.1", "0.1, 0.1, 0.14") + "[erosion]\nstrength = 0\n";
}

// Ground of 1000 (1 - 0.4) 2.65 + 400 kg/m^3 and 4 kPa hangs over by c / (rho g) = 0.205 m: a shelf of 0.18 m
// stays to the last bit, one of 0.24 m falls, and no ground is lost but to round-off.
TEST(Volume, OverhangsBeyondTheStableLengthFall) {
    for (const double length : {0.18, 0.24}) {
        scene::Simulation simulation = test::simulationOf(shelf(length));
        const double before = ground(simulation);
        const auto loose = [&] {
            double sum = 0;
            for (const double share :
                 simulation.world().table(volume::cells_table).read(volume::fields::loose))
                sum += share;
            return sum * 8e-6;
        };
        test::runTo(simulation, 0.6);
        EXPECT_NEAR(ground(simulation), before, 1e-13 * before);
        EXPECT_EQ(inside(simulation), 0u);
        const geometry::VolumeSurface surface = surfaceNow(simulation);
        if (length < 0.2) {
            EXPECT_EQ(loose(), 0);
            EXPECT_TRUE(surface.inside({0.25, 0.16, 0.28}));
        } else {
            EXPECT_NEAR(loose(), length * 0.32 * 0.08, 1e-9);
            EXPECT_FALSE(surface.inside({0.25, 0.16, 0.28}));
            EXPECT_TRUE(surface.inside({0.3, 0.16, 0.1}));
        }
    }
}

/// A jet at a bank of sand, between walls that keep all in.
const std::string bank = groundUpTo("0.06 m", "0.8, 0.32, 0.4", "1 kPa") +
                         shapeOf("bank", boxFrom("0.5, 0, 0", "0.8, 0.32, 0.28")) + R"(
[[wall]]
name = "box"
material = "rock"
shape = "box-inside"
min = [0.02, 0.02, 0]
max = [0.78, 0.3, 1]
)" + waterIn("0.02, 0.02, 0.06", "0.3, 0.3, 0.3") +
                         R"(velocity = [1, 0, 0]
[erosion]
grain_diameter = "0.2 mm"
critical_shear = "0.2 Pa"
strength = "2e-2 s/m"
bed_acceleration = 20
)";

double lost(const scene::Simulation& simulation, double& eroded) {
    for (const scene::Running& running : simulation.methods())
        for (const method::Columns& columns : running.instance->columns())
            for (std::size_t k = 0; k < columns.names.size(); ++k)
                if (columns.names[k] == "erosion.lost [kg]") {
                    std::vector<method::Cell> values;
                    columns.values(simulation.exec(), simulation.world(), values);
                    eroded = std::get<double>(values[5]);
                    return std::get<double>(values[k]);
                }
    throw std::runtime_error("no ledger");
}

// What is taken off the volume is in the water: the ledger closes to the round-off of the ground's sum.
TEST(Volume, ErosionConservesSolid) {
    scene::Simulation simulation = test::simulationOf(bank);
    const double solid = ground(simulation) * 2650 * 0.6;
    double eroded = 0;
    while (simulation.world().time < 0.4) {
        const step::StepReport report = simulation.advance();
        ASSERT_TRUE(report.ok()) << report.trouble->what;
        ASSERT_LT(std::abs(lost(simulation, eroded)), 1e-12 * solid);
    }
    EXPECT_GT(eroded, 1e-4);
    EXPECT_EQ(inside(simulation), 0u);
    EXPECT_EQ(geometry::openSides(surfaceNow(simulation).mesh()), 0u);
}

// A state whose cells hold more than there is room for is none of a run.
TEST(Volume, OverfullCellsAreRefused) {
    scene::Simulation simulation = test::simulationOf(bank);
    state::Snapshot saved = state::takeSnapshot(simulation.world());
    for (auto& table : saved.tables) {
        if (table.name != volume::cells_table) continue;
        for (auto& column : table.columns) {
            const double share = 0.75;
            std::memcpy(column.bytes.data(), &share, sizeof share);
        }
    }
    const Status status = simulation.restore(saved);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("are more than 1 together"), std::string::npos)
        << status.error().message;
}

TEST(Volume, SameBitsForAnyThreadsAndAfterAResume) { test::expectSameBits(bank, 0.2); }

}  // namespace
}  // namespace talus
