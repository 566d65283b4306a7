// Parts of the erosion by themselves, and what scenes say of it.
#include <algorithm>
#include <numeric>

#include "talus/couple/erosion/bed/marked.h"
#include "talus/couple/erosion/bed/triangle_shares.h"
#include "talus/couple/erosion/carry/ledger.h"
#include "tests/support/erosion.h"

namespace talus::test {
namespace {

using Three = std::array<double, 3>;

void expectShares(const Three& shares, const Three& expected) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(shares[k], expected[k], 1e-12) << k;
    EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-15);
}

// Filled like a vessel with three steps: 1 m, then two of them, then all.
TEST(TriangleShares, FillTheLowestCornerFirst) {
    const Three height{3, 0, 1};
    expectShares(ero::lowestFirst(height, 0.5), {0, 1, 0});
    expectShares(ero::lowestFirst(height, 3), {0, 2.0 / 3, 1.0 / 3});        // both rise to 2
    expectShares(ero::lowestFirst(height, 8), {1.0 / 8, 4.0 / 8, 3.0 / 8});  // all to 4
    expectShares(ero::highestFirst(height, 0.5), {1, 0, 0});
    expectShares(ero::highestFirst({0, 0, 0}, 0.1), {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(MarkedEntries, ListsMarkedColumnsTileByTileForAnyNumberOfThreads) {
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> lists;
    for (const int threads : {1, 4}) {
        ero::MarkedEntries marked;
        for (int round = 0; round < 2; ++round) {
            marked.clear(100, 70);
            exec::for_each(
                exec::Exec::cpu(threads), 1000,
                [&](std::size_t k) {
                    marked.mark(static_cast<std::uint32_t>(k * 37 % 100),
                                static_cast<std::uint32_t>(k * 11 % 70));
                },
                16);
            marked.list(exec::Exec::cpu(threads));
        }
        auto& list = lists.emplace_back();
        for (std::size_t k = 0; k < marked.size(); ++k) {
            list.emplace_back(marked[k].i, marked[k].j);
            EXPECT_EQ(marked.row(marked[k].i, marked[k].j), k);
        }
        marked.clear(100, 70);
        marked.list(exec::Exec::cpu(threads));
        EXPECT_EQ(marked.size(), 0u);
        EXPECT_EQ(marked.row(37, 11), ero::MarkedEntries::none);
    }
    EXPECT_EQ(lists[0], lists[1]);
    EXPECT_EQ(lists[0].size(), 700u);  // 37 k mod 100 and 11 k mod 70 have a common period of 700
}

TEST(Layers, AreStackedDownwards) {
    const ero::BedLayer sediment{}, rock{};
    ero::BedLayer turf, level;
    turf.thickness = 0.2;
    level.bottom = 1.5;
    const ero::Layers layers({sediment, turf, level, rock});
    const auto top = [&](double cut, double deposit) { return layers.top(2, cut, deposit); };
    EXPECT_EQ(top(0, 0.01).layer, 0u);
    EXPECT_DOUBLE_EQ(top(0, 0.01).thickness, 0.01);
    EXPECT_EQ(top(0.05, 0).layer, 1u);
    EXPECT_NEAR(top(0.05, 0).thickness, 0.15, 1e-15);
    EXPECT_EQ(top(0.2, 0).layer, 2u);
    EXPECT_NEAR(top(0.2, 0).thickness, 0.3, 1e-15);
    EXPECT_EQ(top(0.6, 0).layer, 3u);
    // Where the ground is lower than the level bottom there is nothing of that layer.
    EXPECT_EQ(layers.top(1.4, 0.2, 0).layer, 3u);
}

std::string ground(const std::string& erosion, const std::string& shape) {
    return waterHead("dfsph", 0.05, "gravity = [0, 0, -9.81]", 0.1) + shape +
           boxOf("drop", {0.05, 0.05, 3}, {0.1, 0.1, 3.05}) + "[erosion]\n" + erosion;
}

// A cone of craters' rims and bowls steeper than 32 degrees comes to rest at no more than that (and a
// twentieth of a degree), and keeps its solid though what slides off a layer is looser than that was.
TEST(Erosion, SteepGroundSlidesAndKeepsItsSolid) {
    const std::string text = ground(
        "repose = \"32 deg\"\ninterval = 0.01\n[[layer]]\nname = \"firm\"\nthickness = 0.3\nporosity = 0.2\n"
        "[[layer]]\nname = \"below\"\nporosity = 0.1\n",
        "[ground]\nshape = \"hills\"\nmaterial = \"glass\"\ncorner = [0, 0, 0]\nsize = [4, 4]\n"
        "spacing = 0.1\nheight = 0.8\nwavelength = 1.6\n");
    const scene::Scene scene = sceneOf(text);
    scene::Simulation simulation = simulationOf(text, 2);
    // Ground as the scene has it stands, however steep, until something is taken off it.
    runTo(simulation, 0.1);
    EXPECT_EQ(groundOf(simulation).read(ero::fields::cut)[820], 0);
    for (double& cut : simulation.world().table(talus::ground::ground_table).write(ero::fields::cut))
        cut = 1e-9;
    state::Table& tiles = simulation.world().table(ero::tiles_table);
    std::ranges::fill(tiles.write(ero::fields::awake), std::uint8_t{1});
    runTo(simulation, 1.5);
    const geometry::ColumnGrid grid = ero::setupOf(scene).grid();
    const auto height = groundOf(simulation).read(talus::ground::fields::height);
    double steepest = 0, moved = 0;
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i + 1 < grid.columns; ++i)
            steepest = std::max(steepest, std::abs(height[grid.at(i, j)] - height[grid.at(i + 1, j)]) / 0.1);
    for (const double cut : groundOf(simulation).read(ero::fields::cut)) moved += cut - 1e-9;
    EXPECT_GT(moved, 1) << "nothing slid";
    EXPECT_LT(steepest, std::tan(0.5585) + 2e-3);
    const ero::Balance balance = balanceOf(simulation, scene);
    // But for what was taken off at the beginning, of the first layer.
    const double taken = 1e-9 * 2650 * 0.8 * 4.0 * 4.0;
    EXPECT_NEAR(balance.lost(), taken, 1e-12 * moved * 2650 * 0.01);
}

// A jet on a bed with a bedrock of strength 0 takes all that lies on it and nothing of it; on plants it takes
// nothing at all.
TEST(Erosion, BedrockAndPlantsStay) {
    const std::string jet =
        "[[inflow]]\nname = \"jet\"\ncentre = [0.25, 0.25, 0.2]\nradius = 0.06\nspeed = 2\n";
    const std::string bed = levelGround(0, 0.5, 0.05) + "[erosion]\ngrain_diameter = \"0.2 mm\"\n" + jet;
    const std::string head = waterHead("dfsph", 0.025, "gravity = [0, 0, -9.81]", 0.1);
    scene::Simulation rock = simulationOf(
        head + bed +
        "[[layer]]\nname = \"sand\"\nthickness = \"0.2 mm\"\n[[layer]]\nname = \"rock\"\nstrength = 0\n");
    runTo(rock, 0.6);
    const auto cut = groundOf(rock).read(ero::fields::cut);
    EXPECT_EQ(*std::ranges::max_element(cut), 2e-4);
    scene::Simulation plants = simulationOf(
        head + bed + "[[plants]]\nname = \"reed\"\nmin = [-1, -1]\nmax = [1, 1]\ncritical_shear = 1000\n");
    runTo(plants, 0.6);
    for (const double value : groundOf(plants).read(ero::fields::cut)) EXPECT_EQ(value, 0);
}

// A bed that is ten times as fast is lowered ten times as much by the same water, and the balance knows.
TEST(Erosion, BedAcceleratesAsAsked) {
    const auto lowered = [](const char* more) {
        const double side = 0.12;
        const std::string text =
            waterHead("dfsph", 0.02, repeating(side)) + levelGround(-0.04, side + 0.04, 0.02) +
            boxOf("flow", {0, 0, 0}, {side, side, 0.08}) +
            "[erosion]\ngrain_diameter = \"0.02 mm\"\nstrength = 1e-5\ncritical_shear = 0.1\n" + more;
        scene::Simulation simulation = simulationOf(text);
        setVelocities(simulation, [](const Vec3d&) { return Vec3d{1, 0, 0}; });
        runTo(simulation, 0.2);
        EXPECT_LT(lostShare(balanceOf(simulation, sceneOf(text))), 1e-12);
        double sum = 0;
        for (const double cut : groundOf(simulation).read(ero::fields::cut)) sum += cut;
        return sum;
    };
    EXPECT_NEAR(lowered("bed_acceleration = 10\n") / lowered(""), 10, 0.01);
}

TEST(Erosion, UnsupportedSettingsAreRefused) {
    const auto errors = [](const std::string& text) {
        scene::ReadResult read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
        return read.diagnostics.format("scene.toml", text);
    };
    const std::string flat = levelGround(0, 0.5, 0.05);
    const std::string head = waterHead("dfsph", 0.05, "gravity = [0, 0, -9.81]");
    const std::string block = boxOf("block", {0.1, 0.1, 0}, {0.4, 0.4, 0.2});
    const auto says = [&](const std::string& text, const char* what) {
        EXPECT_NE(errors(text).find(what), std::string::npos) << errors(text);
    };
    says(head + block + "[erosion]\n", "the scene has no ground that water could erode");
    says(head + block + flat + "[soil]\n[erosion]\n", "slides by [erosion], not by [soil]");
    says(head + block + flat + "[[layer]]\nname = \"a\"\n", "there is a [[layer]], but no [erosion]");
    says(head + block + flat + "[erosion]\n[[layer]]\nname = \"a\"\n[[layer]]\nname = \"b\"\n",
         "has neither a thickness nor a bottom");
    says(head + block + flat + "[erosion]\npreset = \"thesis-2022\"\ncritical_shear = 1\n",
         "the preset 'thesis-2022' has another value");
    says(head + block + flat + "[erosion]\npreset = \"thesis-2022\"\n", "it rises, and never settles");
    says(head + block + flat + "[erosion]\n[[sediment]]\nsource = \"blok\"\nconcentration = 0.1\n", "blok");
    says(head + block + flat + "[erosion]\n[[sediment]]\nsource = \"block\"\nconcentration = 0.7\n",
         "the concentration of 'block', 0.7, is above max_concentration = 0.6");
    // What is beside the map, below it, or taken before it gets there.
    const auto plants = [&](double min) {
        return head + block + flat +
               fmt::format("[erosion]\n[[plants]]\nname = \"reed\"\nmin = [{0}, 0]\nmax = [{1}, 0.3]\n", min,
                           min + 0.2);
    };
    says(plants(0.6), "no column of the ground is in the rectangle of the plants 'reed'");
    EXPECT_EQ(errors(plants(0.4)), "");
    const auto rain = [&](double min, double height) {
        return head + flat +
               fmt::format(
                   "[[rain]]\nname = \"shower\"\nmin = [{}, 0]\nmax = [{}, 0.4]\nheight = {}\n"
                   "rate = \"50 mm/h\"\n",
                   min, min + 0.4, height);
    };
    EXPECT_EQ(errors(rain(0.1, 1)), "");
    says(rain(0.6, 1), "all of the rain 'shower' falls beside the ground");
    says(rain(0.3, 1), "50% of the rain 'shower' falls beside the ground");
    says(rain(0.1, -0.2),
         "starts at a height of -0.2 m, but the ground under it is up to 0 m high: 100% of the rain");
    const auto inflow = [&](double sink) {
        return head + flat +
               fmt::format(
                   "[[inflow]]\nname = \"in\"\ncentre = [0.2, 0.2, 0.3]\nradius = 0.05\nspeed = 1\n"
                   "[[sink]]\nname = \"out\"\npoint = [{}, 0, 0]\nnormal = [-1, 0, 0]\n",
                   sink);
    };
    EXPECT_EQ(errors(inflow(0.4)), "");
    says(inflow(0.1), "the centre of the inflow 'in' is in the sink 'out'");
    const auto faster = [&](double times) {
        return inflow(0.4) + fmt::format("[erosion]\nbed_acceleration = {}\n", times);
    };
    EXPECT_EQ(errors(faster(2)), "");
    says(faster(1e4), "in a flow of 1 m/s, as from the inflow, the bed would change by");
}

}  // namespace
}  // namespace talus::test
