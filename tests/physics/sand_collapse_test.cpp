// Columns of continuum sand that collapse between two parallel walls far apart: run-out and height against
// the laws of experiments, and how much volume is kept.
#include <algorithm>

#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

constexpr double width = 0.1;  // L0 [m]

struct Heap {
    double run_out;  ///< (L - L0) / L0, of 99.8% of the sand
    double height;   ///< H / L0 by the back wall
    double volume;   ///< under its surface over that at the start
    double kinetic;  ///< over the potential energy at the start
};

double percentile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

Heap collapse(double aspect, double angle, double cell) {
    const double side = 4 * cell;
    scene::Simulation simulation = simulationOf(
        continuumHead(
            cell,
            fmt::format("periodic = [\"y\"]\ndomain_min = [-1, 0, -1]\ndomain_max = [2, {}, 2]", side)) +
        fmt::format("friction_angle = \"{} deg\"\ncompression = 0.03\n", angle) +
        sandBox("column", {0, 0, 0}, {width, side, aspect * width}) +
        "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n[[wall]]\nname = \"back\"\nmaterial = \"sand\"\n"
        "normal = [1, 0, 0]\n");
    const SandSums before = sandSumsOf(simulation);
    // 5 free falls (reference time sqrt(H / g)); the sand moves for some 3.3 of these.
    runTo(simulation, 5 * std::sqrt(aspect * width / 9.81) + 0.1);
    const SandSums after = sandSumsOf(simulation);
    const auto position =
        std::as_const(simulation.world()).table(sand::sand_table).read(sand::fields::position);
    std::vector<double> x;
    const std::size_t columns = 800;
    std::vector<std::vector<double>> z(columns);
    for (const Vec3d& p : position) {
        x.push_back(p.x);
        z[std::min(columns - 1, static_cast<std::size_t>(p.x / (0.5 * cell)))].push_back(p.z);
    }
    // The surface of a column of half a cell is half a spacing above its highest particles.
    double volume = 0;
    for (const auto& column : z)
        if (column.size() > 5) volume += (percentile(column, 0.98) + 0.25 * cell) * 0.5 * cell;
    return {percentile(x, 0.998) / width - 1, (percentile(z[0], 0.98) + 0.25 * cell) / width,
            volume / (aspect * width * width), after.kinetic / (9.81 * before.centre.z * before.count)};
}

// The front is where 99.8% of the sand is behind it. Run-out over L0: Lube and others 2005 1.2 a, Lajeunesse
// and others 2005 1.8 a, for sand and for beads.
TEST(SandCollapse, RunOutIsThatOfExperiments) {
    for (const double aspect : {0.5, 1.0, 2.0}) {
        const Heap heap = collapse(aspect, 27, aspect < 2 ? 0.005 : 0.01);
        EXPECT_GT(heap.run_out, 1.2 * aspect) << aspect;
        EXPECT_LT(heap.run_out, 1.8 * aspect) << aspect;
        // A cube is below 1e-6 after seven of these times; shallow heaps creep a little longer.
        EXPECT_LT(heap.kinetic, 1e-4) << "rest is rest";
        EXPECT_NEAR(heap.volume, 1, 0.015) << aspect;
    }
}

TEST(SandCollapse, StrongFrictionIsRejected) {
    const Heap heap = collapse(1, 63, 0.01);
    EXPECT_LT(heap.run_out, 1.2);
}

}  // namespace
}  // namespace talus::test
