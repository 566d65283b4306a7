// The collapse of a column of water against experiment: Martin, Moyce (1952), "An experimental study of the
// collapse of liquid columns on a rigid horizontal plane", Phil. Trans. R. Soc. A 244, 312, of a column of
// width a = 2.25 in and height 2 a.
#include <fstream>
#include <sstream>

#include "tests/support/paths.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double a = 0.05715;

struct Point {
    double time, value;
};
/// Of a file in tests/data/dam_break.
std::vector<Point> pointsOf(const std::string& name) {
    std::ifstream file(test::sourceFile("tests/data/dam_break/") + name);
    std::vector<Point> points;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        Point p{};
        char comma = 0;
        std::istringstream(line) >> p.time >> comma >> p.value;
        points.push_back(p);
    }
    return points;
}

struct Dam {
    const char* solver;
    int across;  ///< spacings in a
};

class WaterDamBreak : public testing::TestWithParam<Dam> {
  protected:
    double spacing() const { return a / GetParam().across; }
    scene::Simulation dam() const {
        const double deep = 5 * spacing();
        return simulationOf(
            waterHead(GetParam().solver, spacing(),
                      fmt::format("gravity = [0, 0, -9.81]\nperiodic = [\"y\"]\ndomain_min = [0, 0, 0]\n"
                                  "domain_max = [0, {}, 0]",
                                  deep),
                      0.005) +
            planeOf("floor", 0, 1) +
            "[[wall]]\nname = \"back\"\nmaterial = \"glass\"\nshape = \"plane\"\nnormal = [1, 0, 0]\n" +
            boxOf("dam", {0, 0, 0}, {a, deep, 2 * a}));
    }
    /// Where the foremost row across the channel is: the mean of its particles, half a spacing before them.
    double front(const scene::Simulation& simulation) const { return extreme(simulation, false); }
    /// The same of the height of what is at the back wall, within two spacings.
    double height(const scene::Simulation& simulation) const { return extreme(simulation, true); }

  private:
    double extreme(const scene::Simulation& simulation, bool up) const {
        std::vector<double> all;
        for (const Vec3d& p : placesOf(simulation))
            if (!up)
                all.push_back(p.x);
            else if (p.x < 2 * spacing())
                all.push_back(p.z);
        std::sort(all.begin(), all.end(), std::greater<>());
        const std::size_t row = std::min<std::size_t>(up ? 10 : 5, all.size());
        double sum = 0;
        for (std::size_t k = 0; k < row; ++k) sum += all[k];
        return sum / static_cast<double>(row) + 0.5 * spacing();
    }
};

// The speed of the front between T = 1.43 and 3.33: 1.28 in the experiment, and 1.3 to 1.7 in computations
// without the friction of the bed. 6% is a spacing of the coarser case over that way. The height at the back
// to 4% of the column's: half a spacing of the coarser case is 2.5%, and the data are given to 1%. Where the
// front is when is told, not tested: computations are 5 to 10% ahead of these data, whose gate takes time to
// open.
TEST_P(WaterDamBreak, RunsAndSinksAsMeasured) {
    const std::vector<Point> fronts = pointsOf("martin_moyce1952_table2_front.csv"),
                             heights = pointsOf("martin_moyce1952_table6_height.csv");
    ASSERT_EQ(fronts.size(), 15u);
    ASSERT_EQ(heights.size(), 17u);
    scene::Simulation simulation = dam();
    const double unit = std::sqrt(a / (2 * gravity)), height_unit = std::sqrt(a / gravity);
    std::vector<Point> all_fronts{{0, 1}}, all_heights{{0, 1}};
    while (all_fronts.back().time < 3.4) {
        runTo(simulation, simulation.clock().time(simulation.world().step) + 0.002);
        const double time = simulation.clock().time(simulation.world().step);
        all_fronts.push_back({time / unit, front(simulation) / a});
        all_heights.push_back({time / height_unit, height(simulation) / (2 * a)});
    }
    const auto at = [](const std::vector<Point>& points, double time) {
        std::size_t k = 1;
        while (k + 1 < points.size() && points[k].time < time) ++k;
        const Point &p = points[k - 1], &q = points[k];
        return p.value + (q.value - p.value) * (time - p.time) / (q.time - p.time);
    };
    double error = 0, ahead = 0, worst = 0;
    for (const Point& p : fronts) {
        const double off = at(all_fronts, p.time) / p.value - 1;
        error += std::abs(off) / 15;
        ahead += off / 15;
        worst = std::max(worst, std::abs(off));
    }
    const double speed = (at(all_fronts, 3.33) - at(all_fronts, 1.43)) / (3.33 - 1.43);
    double height_error = 0;
    int seen = 0;
    for (const Point& p : heights)
        if (p.time < all_heights.back().time) {
            height_error += std::abs(at(all_heights, p.time) - p.value);
            ++seen;
        }
    tell("front", error);
    tell("front_ahead", ahead);
    tell("front_worst", worst);
    tell("speed", speed);
    tell("height", height_error / seen);
    EXPECT_NEAR(speed, 1.28, 0.06 * 1.28);
    EXPECT_LT(height_error / seen, 0.04);
}

// Walls and a floor that stand still can only take energy: kinetic and potential energy together never exceed
// what they were at the start. After the front has run up the far wall spray falls back, each drop with the
// density that it had when it separated; wcsph once reached speeds of 20 m/s from that. Today neither this
// scene nor one of twice the size fails without the rule for spray (solver/rates.h): the fastest particle has
// 6.2 m/s with the rule and without it.
TEST(WaterDamBreakInATank, CompressibleWaterGainsNoEnergy) {
    const double side = 0.12, length = 1.2;
    const std::string head = waterHead("wcsph", 0.03, "gravity = [0, 0, -9.81]", 0.05),
                      dam = boxOf("dam", {0, 0, 0}, {0.48, side, 0.36});
    const std::string floors[] = {
        tankOf({0, 0, 0}, {length, side, 1}),
        tankOf({0, 0, -1}, {length, side, 1}) +
            "[ground]\nshape = \"flat\"\nmaterial = \"glass\"\ncorner = [-0.2, -0.2, 0]\nsize = [1.6, 0.52]\n"
            "spacing = 0.04\n"};
    for (const std::string& floor : floors) {
        scene::Simulation simulation = simulationOf(head + floor + dam);
        const auto energy = [&] {
            return meanOf(simulation, [](const Vec3d& p, const Vec3d& v) {
                return gravity * p.z + 0.5 * squaredLength(v);
            });
        };
        const double start = energy();
        double most = 0;
        for (int k = 1; k <= 14; ++k) {
            runTo(simulation, 0.1 * k);
            most = std::max(most, energy() / start);
            ASSERT_LE(energy(), start) << 0.1 * k;
        }
        tell("energy_most", most);
        tell("energy_left", energy() / start);
    }
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterDamBreak,
                         testing::Values(Dam{"dfsph", 10}, Dam{"dfsph", 20}, Dam{"wcsph", 10}),
                         [](const auto& of) {
                             return fmt::format("{}{}", of.param.solver, of.param.across);
                         });
}  // namespace talus::test
