// A dam break against an obstacle, and the pressure on it: Kleefsman, Fekken, Veldman, Iwanowski, Buchner
// (2005), "A volume-of-fluid based simulation method for wave impact problems", J. Comput. Phys. 206, 363;
// SPHERIC test 2.
#include <fstream>
#include <sstream>

#include "talus/core/text_file.h"
#include "tests/support/paths.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

struct Moment {
    double time, pressure;  ///< [s], [Pa]
};

/// As measured at P1.
std::vector<Moment> measured() {
    constexpr double height = 0.55;
    std::ifstream file(test::sourceFile("tests/data/dam_break/kleefsman2005_spheric2_P1.csv"));
    std::vector<Moment> moments;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        double time = 0, pressure = 0;
        char comma = 0;
        std::istringstream(line) >> time >> comma >> pressure;
        moments.push_back({time * std::sqrt(height / gravity), pressure * 1000 * gravity * height});
    }
    return moments;
}

/// When the wave hits: the first moment above 2 kPa, the foot of the measured rise.
double hit(const std::vector<Moment>& moments) {
    for (std::size_t k = 1; k < moments.size(); ++k)
        if (moments[k].pressure >= 2000) {
            const Moment &a = moments[k - 1], &b = moments[k];
            return a.time + (2000 - a.pressure) / (b.pressure - a.pressure) * (b.time - a.time);
        }
    return -1;
}

/// From the hit on for a quarter of a second [Pa s].
double impulse(const std::vector<Moment>& moments) {
    const double from = hit(moments), to = from + 0.25;
    double sum = 0;
    for (std::size_t k = 1; k < moments.size(); ++k) {
        const Moment &a = moments[k - 1], &b = moments[k];
        const double begin = std::max(a.time, from), end = std::min(b.time, to);
        if (begin >= end) continue;
        const double middle = 0.5 * (begin + end);
        sum +=
            (end - begin) * (a.pressure + (b.pressure - a.pressure) * (middle - a.time) / (b.time - a.time));
    }
    return sum;
}

// 20,000 particles. The front is late by 8% here and by less the finer the water is (docs/theory/water.md has
// four resolutions), so 10%. Gauges all over the front of the box add up to its load to 15%: at its edges,
// which two faces share, a particle presses both, and the box is five spacings high (12.3, 11.4, 10.8% more
// than the load at spacings of 32, 25, 21 mm). The impulse at P1 is told, not tested: it does not depend on
// the resolution, and is a fifth and more above the measured one at all of them.
TEST(WaterObstacle, FrontArrivalMatchesTheExperimentAndGaugesAddUpToTheLoad) {
    const std::string path = test::sourceFile("bench/water/spheric-2.toml");
    const std::vector<std::string> overrides{"water.spacing=32.25 mm"};
    const auto text = readTextFile(path);
    ASSERT_TRUE(text);
    const scene::ReadResult read = scene::readScene(*text, path, overrides, scene::Machine{});
    ASSERT_TRUE(read.scene) << read.diagnostics.format(path, *text);
    auto simulation = std::move(scene::Simulation::build(*read.scene, exec::Exec::cpu(1))).value();
    method::Probed water = simulation.methods().front().instance->probed().front();
    const std::size_t box = environment::wallIndex(read.scene->environment, "box");
    const geometry::Box& shape = read.scene->environment.walls[box].box;
    const auto pressureAt = [&](double y, double z) {
        return water.pressure(simulation.world(), {box, {shape.min.x, y, z}, {-1, 0, 0}, {}});
    };
    std::vector<Moment> moments;
    double gauges = 0, load = 0;
    constexpr int across = 6, up = 3;
    const double patch = (shape.max.y - shape.min.y) / across * (shape.max.z - shape.min.z) / up;
    while (simulation.world().time < 0.68) {
        if (simulation.clock().endsFrame(simulation.world().step) && simulation.world().time > 0.5)
            load += loadOn(simulation, box).x;
        ASSERT_TRUE(simulation.advance().ok());
        moments.push_back({simulation.world().time, pressureAt(0.529, 0.021)});
        // Over the frames whose loads are added up: from 0.5 to 0.65 s.
        if (simulation.world().time < 0.5 + 1e-9 || simulation.world().time > 0.65 + 1e-9) continue;
        for (int j = 0; j < across; ++j)
            for (int k = 0; k < up; ++k)
                gauges += patch * pressureAt(shape.min.y + (shape.max.y - shape.min.y) * (j + 0.5) / across,
                                             shape.min.z + (shape.max.z - shape.min.z) * (k + 0.5) / up);
    }
    const double steps_a_frame = static_cast<double>(simulation.clock().steps_per_frame);
    const std::vector<Moment> truth = measured();
    tell("hit", hit(moments) / hit(truth));
    tell("impulse", impulse(moments) / impulse(truth));
    tell("gauges", gauges / steps_a_frame / load);
    EXPECT_NEAR(hit(moments) / hit(truth), 1, 0.1);
    EXPECT_NEAR(gauges / steps_a_frame / load, 1, 0.15);
}

}  // namespace
}  // namespace talus::test
