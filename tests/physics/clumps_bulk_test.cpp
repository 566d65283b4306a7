// Heaps and silos of grains of several spheres against those of balls.
//
// Wensrich, Katterfeld (2012), "Rolling friction as a technique for modelling particle shape in DEM", Powder
// Technology 217, 409: clumps of spheres, which cannot roll, lie at much steeper angles than balls of the
// same friction.
// Cleary, Sawley (2002), "DEM modelling of industrial granular flows: 3D case studies and the effect of
// particle shape on hopper discharge", Applied Mathematical Modelling 26, 89: elongated grains flow out of a
// hopper up to 30% slower than round ones, angular ones up to 28% slower.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/clumps/fields.h"
#include "tests/support/bulk.h"
#include "tests/support/granular.h"
#include "tests/support/scene_text.h"

namespace talus {
namespace {

using test::bulk::fitLine;
using test::bulk::report;

/// Friction 0.5 everywhere, no resistance to rolling; some 2000 m g / d stiff.
std::string contactWith(const char* material) {
    return std::string("[[contact]]\nbetween = [\"sand\", \"") + material +
           "\"]\nlaw = \"linear\"\nstiffness = 100\nshear_stiffness = 28.5\nrestitution = 0.4\nfriction = "
           "0.5\n";
}

const std::string shapes = R"([[grain_shape]]
name = "tetrahedron"
centres = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
radii = [1.414, 1.414, 1.414, 1.414]
[[grain_shape]]
name = "rod"
centres = [[-1, 0, 0], [0, 0, 0], [1, 0, 0]]
radii = [1, 1, 1]
)";

std::string shaped(const std::string& shape) {
    return shape.empty() ? "" : "grain_shapes = [\"" + shape + "\"]\n";
}

/// A ridge that sand builds on a rough strip, from which it falls at both sides.
std::string ridgeScene(const std::string& shape) {
    return R"(format = 1
name = "ridge"
[time]
duration = 3.5
frame_interval = 0.1
[world]
periodic = ["y"]
domain_max = [0, "12 mm", 0]
[[material]]
name = "sand"
density = 2500
[[material]]
name = "glue"
density = 2500
fixed = true
)" + contactWith("sand") +
           contactWith("glue") + shapes + R"([[fill]]
name = "floor"
material = "glue"
min = ["-24 mm", 0, "-2.2 mm"]
max = ["24 mm", "12 mm", "-0.1 mm"]
grain_radius = "1 mm"
spacing = 1
packing = "lattice"
[[sink]]
name = "below"
point = [0, 0, "-15 mm"]
[[emitter]]
name = "spout"
material = "sand"
shape = "rectangle"
centre = [0, "6 mm", "35 mm"]
width = "8 mm"
height = "11 mm"
speed = 0.3
rate = 350
count = 900
grain_radius = "1 mm"
radius_spread = 0.1
)" + shaped(shape);
}

/// Mean slope of the two sides [degrees], by the three highest spheres in slices of 2 mm.
double slopeOf(const scene::Simulation& simulation) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto position = grains.read(grains::fields::position);
    const auto radius = grains.read(grains::fields::radius);
    const auto material = grains.read(grains::fields::material);
    double sum = 0;
    for (const double side : {1.0, -1.0}) {
        std::vector<double> places, tops;
        for (double begin = 3e-3; begin < 20e-3; begin += 2e-3) {
            std::vector<double> heights;
            for (std::size_t i = 0; i < grains.size(); ++i)
                if (material[i] == 0 && side * position[i].x >= begin && side * position[i].x < begin + 2e-3)
                    heights.push_back(position[i].z + radius[i]);
            if (heights.size() < 6) continue;
            std::sort(heights.rbegin(), heights.rend());
            places.push_back(begin);
            tops.push_back((heights[0] + heights[1] + heights[2]) / 3);
        }
        sum += std::atan(-fitLine(places, tops).slope);
    }
    return sum / 2 * 180 / std::numbers::pi;
}

TEST(ClumpsInBulk, LongLieAtSteeperAnglesThanBalls) {
    double angles[2];
    for (const int k : {0, 1}) {
        auto simulation = test::simulationOf(ridgeScene(k == 0 ? "" : "tetrahedron"));
        test::runTo(simulation, 3.5);
        angles[k] = slopeOf(simulation);
    }
    report("slope", fmt::format("{:.1f} degrees of balls, {:.1f} of tetrahedra", angles[0], angles[1]));
    EXPECT_GT(angles[0], 17);
    EXPECT_LT(angles[0], 30);
    EXPECT_GT(angles[1], angles[0] + 8);
    EXPECT_LT(angles[1], 55);
}

/// A bed without side walls over a floor with a hole of 8 diameters.
std::string siloScene(const std::string& shape) {
    return R"(format = 1
name = "silo"
[time]
duration = 2
frame_interval = 0.005
[world]
periodic = ["x", "y"]
domain_max = ["32 mm", "32 mm", 0]
[[material]]
name = "sand"
density = 2500
)" + contactWith("sand") +
           shapes + R"([[wall]]
name = "floor"
material = "sand"
shape = "disc"
centre = ["16 mm", "16 mm", 0]
radius = "32 mm"
hole = "8 mm"
[[sink]]
name = "below"
point = [0, 0, "-6 mm"]
[[fill]]
name = "bed"
material = "sand"
packing = "random-loose"
count = 2500
min = [0, 0, "0.5 mm"]
max = ["32 mm", "32 mm", "130 mm"]
grain_radius = "1 mm"
radius_spread = 0.1
)" + shaped(shape);
}

/// Grains a second while the middle of the bed runs out.
double flowOf(const std::string& shape) {
    auto simulation = test::simulationOf(siloScene(shape));
    const auto taken = [&] {
        return simulation.world().table(grains::sinks_table).read(grains::fields::taken)[0];
    };
    constexpr std::uint64_t from = 700, to = 1500;
    double begin = 0, time = 0;
    while (taken() < to && time < 2) {
        time += 0.005;
        test::runTo(simulation, time);
        if (taken() < from) begin = time;
    }
    return static_cast<double>(taken() - from) / (time - begin);
}

TEST(ClumpsInBulk, LongFlowOutSlowerThanBalls) {
    const double balls = flowOf(""), rods = flowOf("rod");
    report("flow",
           fmt::format("{:.0f} balls a second, {:.0f} rods: {:.2f} of it", balls, rods, rods / balls));
    EXPECT_LT(rods, 0.97 * balls);
    EXPECT_GT(rods, 0.5 * balls);
}

}  // namespace
}  // namespace talus
