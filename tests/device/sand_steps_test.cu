// The steps of mpm that are made for a device against the pipeline of the processor. The loops run on the
// processor here, where the bits are the same, and on a graphics card where there is one.
#include <gmock/gmock.h>

#include "talus/sand/fields.h"
#include "talus/sand/mpm/device/device_steps.h"
#include "talus/sand/mpm/device/not_on_device.h"
#include "talus/scene/reader.h"
#include "tests/device/run_on.h"

namespace talus::sand {
namespace {

using run::test_on_device::go;
using run::test_on_device::runOn;
using testing_support::places;

const char* const falling = "gravity = [0, 0, -9.81]";

/// The head of a scene with sand of cells of 1 cm, its [sand] last, so that keys of it may follow.
std::string headWith(const std::string& world) {
    return "format = 1\nname = \"sand\"\n[time]\nduration = 1\nframe_interval = 0.005\n[world]\n" + world +
           "\n[[material]]\nname = \"sand\"\nlike = \"dry sand\"\n[sand]\nmaterial = \"sand\"\ncell = 0.01\n";
}
/// @param box corners, such as "min = [0, 0, 0]\nmax = [1, 1, 1]"
std::string blockIn(const std::string& box) { return "[[sand_block]]\nname = \"block\"\n" + box + "\n"; }
const std::string column = blockIn("min = [0, 0, 0]\nmax = [0.03, 0.04, 0.06]");

scene::Scene sceneOf(const std::string& text) {
    scene::ReadResult read = scene::readScene(text, "sand.toml");
    if (!read.scene) ADD_FAILURE() << "the scene has errors:\n" << text;
    return std::move(*read.scene);
}

std::string wall(const std::string& keys) { return "[[wall]]\nmaterial = \"sand\"\n" + keys + "\n"; }
const std::string floor_wall = wall("name = \"floor\"\nshape = \"plane\"\npoint = [0, 0, 0]");

/// The largest difference of a column, over `size`.
template <class T>
double differenceOf(const state::World& found, const state::World& wanted, const state::Field<T>& field) {
    const auto a = found.table(sand_table).read(field), b = wanted.table(sand_table).read(field);
    double largest = 0;
    for (std::size_t n = 0; n < a.size(); ++n)
        largest = std::max(largest, static_cast<double>(length(a[n] - b[n])));
    return largest;
}

/// On a processor the state is the same to the last bit. On a card the logarithms of large strains may differ
/// in their last bit. From one step to the next such a difference of strain, 1e-7, changes velocities by that
/// share of the speed of sound: some 1e-6 m/s, and over tens of steps not by much more while the sand falls.
void expectSame(const exec::Exec& place, const state::World& found, const state::World& wanted) {
    if (place.device() == exec::Device::Cpu) return testing_support::expectSameState(found, wanted);
    ASSERT_EQ(found.table(sand_table).size(), wanted.table(sand_table).size());
    EXPECT_LT(differenceOf(found, wanted, fields::position), 1e-6);
    EXPECT_LT(differenceOf(found, wanted, fields::velocity), 1e-3);
}

/// Runs a scene both ways to the end of some frames.
void expectSameRun(const scene::Scene& scene, std::uint64_t frames) {
    for (const exec::Exec& place : places()) {
        scene::Simulation wanted = testing_support::start(scene), found = testing_support::start(scene);
        runOn(place, found);
        for (std::uint64_t k = 0; k < frames && !testing::Test::HasFailure(); ++k) {
            ASSERT_TRUE(wanted.advance(wanted.clock().steps_per_frame).ok());
            const step::StepReport report = found.advance(found.clock().steps_per_frame);
            ASSERT_TRUE(report.ok()) << report.trouble->what;
            expectSame(place, found.world(), wanted.world());
        }
    }
}

TEST(SandOnDevice, AColumnCollapsesAsOnTheProcessor) {
    expectSameRun(sceneOf(headWith(falling) + column + floor_wall), 12);
}

TEST(SandOnDevice, WithoutResiduals) {
    expectSameRun(sceneOf(headWith(falling) + "transfer = \"apic\"\n" + column + floor_wall), 12);
}

TEST(SandOnDevice, FrictionInFlow) {
    expectSameRun(sceneOf(headWith(falling) + "flowing_friction_angle = \"45 deg\"\ngrain_radius = 0.005\n" +
                          column + floor_wall),
                  12);
}

// A ball and a closed box, whose corners have three walls; walls that move; sand that flies apart.
TEST(SandOnDevice, AllShapesOfSolidWalls) {
    const std::string ball =
        wall("name = \"ball\"\nshape = \"sphere-outside\"\ncentre = [0.05, 0.05, 0.05]\nradius = 0.03");
    const std::string box =
        wall("name = \"box\"\nshape = \"box-inside\"\nmin = [0, 0, 0]\nmax = [0.1, 0.1, 0.3]");
    const std::string rod = wall(
        "name = \"rod\"\nshape = \"cylinder-outside\"\nfrom = [0, 0.05, 0.1]\nto = [0.1, 0.05, 0.1]\nradius "
        "= 0.01");
    const std::string motion = "[[motion]]\nwall = \"ball\"\nkind = \"translate\"\nvelocity = [0, 0.1, 0]\n";
    expectSameRun(sceneOf(headWith(falling) +
                          blockIn("min = [0, 0, 0.15]\nmax = [0.1, 0.1, 0.2]\nvelocity = [0, 0, -1]") + box +
                          ball + rod + motion),
                  16);
}

TEST(SandOnDevice, DomainsThatRepeat) {
    expectSameRun(
        sceneOf(headWith("gravity = [2, 1, -9]\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, -1]\n"
                         "domain_max = [0.08, 0.04, 1]") +
                blockIn("min = [0, 0, 0]\nmax = [0.08, 0.04, 0.03]") + floor_wall),
        12);
}

// A spout, and a sink below half of it.
TEST(SandOnDevice, SandComesAndGoes) {
    const std::string table =
        wall("name = \"table\"\nshape = \"box-outside\"\nmin = [0, 0, -0.05]\nmax = [0.1, 0.1, 0]");
    const scene::Scene scene = sceneOf(
        headWith(falling) + blockIn("min = [0, 0, 0]\nmax = [0.03, 0.05, 0.04]") + table +
        "[[sand_spout]]\nname = \"spout\"\ncentre = [0.08, 0.05, 0.1]\nradius = 0.02\nspeed = 0.5\nstop = "
        "0.1\n"
        "[[sink]]\nname = \"hole\"\nshape = \"box\"\nmin = [0.06, 0, -0.01]\nmax = [0.1, 0.05, 0.05]\n");
    constexpr std::uint64_t frames = 24;
    expectSameRun(scene, frames);
    scene::Simulation after = testing_support::start(scene);
    const std::size_t before = after.world().table(sand_table).size();
    ASSERT_TRUE(after.advance(frames * after.clock().steps_per_frame).ok());
    const state::Table& ledger = std::as_const(after.world()).table(ledger_table);
    EXPECT_GT(ledger.read(fields::sunk)[0], 10u);
    EXPECT_GT(ledger.read(fields::made)[0], before + 100) << "the spout ran";
}

TEST(SandOnDevice, RunContinuesFromCheckpointsOfBoth) {
    for (const exec::Exec& place : places()) {
        scene::Scene scene = sceneOf(headWith(falling) + column + floor_wall);
        scene.output.checkpoint_frames = 1;
        const test::TemporaryFolder folder;
        ASSERT_TRUE(go(scene, folder / "whole", 2, {}, false));
        ASSERT_TRUE(go(scene, folder / "parts", 2, {}, false));
        const auto wanted = go(scene, folder / "whole", 5, place, true);
        ASSERT_TRUE(go(scene, folder / "parts", 3, place, true));
        const auto found = go(scene, folder / "parts", 5, place, true);
        ASSERT_TRUE(wanted && found);
        EXPECT_EQ(found->state_hash, wanted->state_hash);
        ASSERT_TRUE(go(scene, folder / "parts", 6, {}, true)) << "the processor goes on";
    }
}

TEST(SandOnDevice, StagesAreTimedByTheNamesOfThePipeline) {
    const scene::Scene scene = sceneOf(headWith(falling) + "dt = 1e-4\n" + column + floor_wall);
    scene::Simulation found = testing_support::start(scene), wanted = testing_support::start(scene);
    runOn(exec::Exec::serial(), found);
    ASSERT_TRUE(found.advance(3).ok());
    ASSERT_TRUE(wanted.advance(3).ok());
    const auto calls = [](const scene::Simulation& of) {
        std::vector<std::pair<std::string, std::uint64_t>> of_stages;
        for (const step::StageTime& stage : of.stageTimes())
            if (stage.name != "sinks") of_stages.emplace_back(stage.name, stage.calls);
        return of_stages;
    };
    EXPECT_EQ(calls(found), calls(wanted));
}

TEST(SandOnDevice, AVelocityThatIsNotANumberIsReported) {
    for (const exec::Exec& place : places()) {
        scene::Simulation simulation =
            testing_support::start(sceneOf(headWith(falling) + column + floor_wall));
        runOn(place, simulation);
        simulation.world().table(sand_table).write(fields::velocity)[7].x = std::nanf("");
        const step::StepReport report = simulation.advance(1);
        ASSERT_FALSE(report.ok());
        EXPECT_THAT(report.trouble->what, testing::HasSubstr("not a number"));
    }
}

TEST(SandOnDevice, UnsupportedFeaturesAreRefused) {
    const auto refused = [&](const std::string& keys, const std::string& more) {
        return scene::notOnDevice(sceneOf(headWith(falling) + keys + column + more));
    };
    EXPECT_TRUE(refused("", floor_wall).empty());
    EXPECT_THAT(refused("solver = \"narain\"\n", ""), testing::ElementsAre("solver = \"narain\" in [sand]"));
    const std::string plate = wall(
        "name = \"plate\"\nshape = \"rectangle\"\ncorner = [0, 0, 0]\nedge_u = [1, 0, 0]\nedge_v = [0, 1, "
        "0]");
    EXPECT_THAT(refused("", plate), testing::ElementsAre("thin walls, with sand on both sides: 'plate'"));
    const auto steps = mpm::deviceSteps(setupOf(sceneOf(headWith(falling) + column + plate)),
                                        exec::Exec::serial(), exec::Exec::serial());
    ASSERT_FALSE(steps);
    EXPECT_THAT(steps.error().message, testing::HasSubstr("does not support thin walls"));
}

}  // namespace
}  // namespace talus::sand
