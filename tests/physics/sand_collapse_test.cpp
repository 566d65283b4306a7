// Columns of continuum sand that collapse between two parallel walls far apart: run-out and height against
// the laws of experiments, and how much volume is kept.
#include <algorithm>
#include <array>
#include <utility>

#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

constexpr double width = 0.1;  // L0 [m]

struct Heap {
    double run_out;  ///< (L - L0) / L0 of the front: where the depth falls below 2 % of L0
    double height;   ///< H / L0 by the back wall
    double volume;   ///< under its surface over that at the start
    double kinetic;  ///< over the potential energy at the start
};

double percentile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// @param law friction, as keys of [sand] @param floor friction of the floor
Heap collapse(double aspect, const std::string& law, double floor, double cell) {
    const double side = 4 * cell;
    scene::Simulation simulation = simulationOf(
        continuumHead(
            cell,
            fmt::format("periodic = [\"y\"]\ndomain_min = [-1, 0, -1]\ndomain_max = [2, {}, 2]", side)) +
        law + "compression = 0.03\n" + sandBox("column", {0, 0, 0}, {width, side, aspect * width}) +
        fmt::format("[[material]]\nname = \"floor\"\nfriction = {}\n[[material]]\nname = \"smooth\"\n"
                    "friction = 0\n[[wall]]\nname = \"floor\"\nmaterial = \"floor\"\n[[wall]]\nname = "
                    "\"back\"\nmaterial = \"smooth\"\nnormal = [1, 0, 0]\n",
                    floor));
    const SandSums before = sandSumsOf(simulation);
    // 5 free falls (reference time sqrt(H / g)); the sand moves for some 3.3 of these.
    runTo(simulation, 5 * std::sqrt(aspect * width / 9.81) + 0.1);
    const SandSums after = sandSumsOf(simulation);
    const auto position =
        std::as_const(simulation.world()).table(sand::sand_table).read(sand::fields::position);
    const std::size_t columns = 800;
    std::vector<std::vector<double>> z(columns);
    for (const Vec3d& p : position)
        z[std::min(columns - 1, static_cast<std::size_t>(p.x / (0.5 * cell)))].push_back(p.z);
    const auto depthOf = [&](const std::vector<double>& column) {
        return static_cast<double>(column.size()) * cell * cell * cell / 8 / (side * 0.5 * cell);
    };
    const auto front =
        std::find_if(z.begin(), z.end(), [&](const auto& column) { return depthOf(column) < 0.02 * width; });
    // The surface of a column of half a cell is half a spacing above its highest particles.
    double volume = 0;
    for (const auto& column : z)
        if (column.size() > 5) volume += (percentile(column, 0.98) + 0.25 * cell) * 0.5 * cell;
    return {static_cast<double>(front - z.begin()) * 0.5 * cell / width - 1,
            (percentile(z[0], 0.98) + 0.25 * cell) / width, volume / (aspect * width * width),
            after.kinetic / (9.81 * before.centre.z * before.count)};
}

// Columns of 20 cells against our own grains: run-out over a of 20 grains of 4.75 mm across L0. The friction
// is that of these grains in steady flow down a slope, and the floor is as rough as a fixed layer of them
// (bench/results/sand_verification-2026-11.md). 10 % is what is asked for. The experiments are on both sides:
// 1.2 for sand (Lube and others 2005), 1.8 for beads (Lajeunesse and others 2005).
TEST(SandCollapse, RunOutIsThatOfGrains) {
    const std::string law =
        fmt::format("friction_angle = {}\nflowing_friction_angle = {}\ngrain_radius = 0.002375\n",
                    std::atan(0.39), std::atan(0.68));
    const std::array<std::pair<double, double>, 3> of_grains{{{0.5, 1.23}, {1.0, 1.54}, {2.0, 1.73}}};
    for (const auto& [aspect, wanted] : of_grains) {
        const Heap heap = collapse(aspect, law, 0.68, 0.005);
        EXPECT_NEAR(heap.run_out / aspect, wanted, 0.1 * wanted) << aspect;
        // A cube is below 1e-6 after seven of these times; shallow heaps creep a little longer.
        EXPECT_LT(heap.kinetic, 1e-4) << "rest is rest";
        EXPECT_NEAR(heap.volume, 1, 0.015) << aspect;
    }
}

TEST(SandCollapse, StrongFrictionIsRejected) {
    const Heap heap = collapse(1, "friction_angle = \"63 deg\"\n", 2, 0.01);
    EXPECT_LT(heap.run_out, 1.2);
}

}  // namespace
}  // namespace talus::test
