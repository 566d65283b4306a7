// Large grains below small ones, shaken: the large ones rise (the Brazil nut).
//
// Rosato, Strandburg, Prinz, Swendsen (1987), Phys. Rev. Lett. 58, 1038: when a bed is shaken, small grains
// fall into the gaps that open under large ones, so that these rise, though they are not lighter; and Jaeger,
// Nagel, Behringer (1996), Rev. Mod. Phys. 68, 1259, for what else may do it: there are no side walls here,
// so no convection along them. The floor shakes with an acceleration of 3 g at its peak, half a diameter up
// and down.
#include <map>

#include <fmt/format.h>

#include "tests/support/bulk.h"

namespace talus {
namespace {

using namespace test::bulk;

struct Shaken {
    double ratio = 3;  ///< diameter of the large grains [d]
    double width = 10;
    double layer = 10;        ///< height of each of the two fills, before they settle [d]
    double acceleration = 3;  ///< A w^2 [g]
    double amplitude = 0.5;   ///< [d]
    double unit_times = 110;
    Sand sand = {};
};

struct Rise {
    double before = 0, after = 0;  ///< mean height of the large grains over that of the small ones [d]
};

/// Mean height of the large grains less that of the small ones [d].
double lead(const scene::Simulation& simulation) {
    double height[2] = {}, count[2] = {};
    for (const grains::Grain& grain : grainsOf(simulation)) {
        const int kind = grain.material == "large";
        height[kind] += grain.position.z / d;
        ++count[kind];
    }
    return height[1] / count[1] - height[0] / count[0];
}

Rise shake(const Shaken& shaken) {
    scene::Scene scene = emptyScene(shaken.sand);
    // The same sand under another name, to know it again.
    scene.environment.materials.push_back({.name = "large", .density = density, .colour = {}});
    for (const char* with : {"sand", "wall", "large"}) {
        grains::in(scene).contacts.push_back(contactOf(shaken.sand, with, shaken.sand.friction));
        grains::in(scene).contacts.back().first = "large";
    }
    makePeriodic(scene, shaken.width, shaken.width);
    scene.environment.walls = {plane("floor", {}, {0, 0, 1})};
    constexpr double settling = 25;
    environment::Motion motion;
    motion.wall = "floor";
    motion.kind = environment::Motion::Kind::Vibrate;
    motion.amplitude = shaken.amplitude * d;
    motion.frequency = std::sqrt(shaken.acceleration / shaken.amplitude) / (2 * std::numbers::pi) / unit_time;
    motion.start = settling * unit_time;
    scene.environment.motions = {motion};

    // As much volume of large grains as of small ones, the large ones below.
    grains::Fill small = looseFill({0, 0, shaken.layer}, shaken.width, shaken.width, 1);
    small.count = 0;
    small.volume_fraction = 0.25;
    small.box.max.z = 2 * shaken.layer * d;
    grains::Fill large = small;
    large.name = large.material = "large";
    large.grain_radius *= shaken.ratio;
    large.box.min.z = 0;
    large.box.max.z = shaken.layer * d;
    grains::in(scene).fills = {small, large};
    scene::Simulation simulation = testing_support::start(scene);
    runFor(simulation, settling);
    Rise rise;
    rise.before = lead(simulation);
    // The bed bounces: take the mean over the last ten unit times.
    runFor(simulation, shaken.unit_times - 10);
    std::vector<double> last;
    runWhile(simulation, 10, [&] {
        last.push_back(lead(simulation));
        return true;
    });
    rise.after = mean(last);
    report(fmt::format("ratio_{}_seed_{}", shaken.ratio, shaken.sand.seed),
           fmt::format("large over small: {:+.2f} d, after {} unit times {:+.2f} d", rise.before,
                       shaken.unit_times, rise.after));
    return rise;
}

// The settled bed is 7 d high: the large grains must have passed the middle of the small ones.
TEST(Segregation, LargeGrainsRise) {
    const Rise rise = shake({});
    EXPECT_LT(rise.before, -2);
    EXPECT_GT(rise.after, 0);
}

TEST(Segregation, LongLargeGrainsRiseFasterTheLargerTheyAre) {
    std::map<double, double> gained, after;
    for (const double ratio : {1.0, 2.0, 3.0})
        for (const std::uint32_t seed : {1u, 2u, 3u}) {
            const Rise rise = shake({.ratio = ratio, .width = 12, .unit_times = 180, .sand = {.seed = seed}});
            gained[ratio] += (rise.after - rise.before) / 3;
            after[ratio] += rise.after / 3;
        }
    for (const auto& [ratio, rise] : gained)
        report(fmt::format("ratio_{}", ratio),
               fmt::format("rose by {:.2f} d to {:+.2f} d", rise, after[ratio]));
    EXPECT_GT(after[3], 0.5);
    EXPECT_GT(gained[3], gained[2]);
    EXPECT_GT(after[2], after[1] + 0.5);
    EXPECT_LT(after[1], 0.3) << "equal grains mix at best";
}

}  // namespace
}  // namespace talus
