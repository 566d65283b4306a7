// A run whose steps are those made for a device writes the folder that any run writes, and runs go on from
// one to the other.
#include "talus/grains/motion/integrate.h"
#include "tests/device/run_on.h"

namespace talus::run {
namespace {

using namespace test;
using namespace test_on_device;
using testing_support::places;

TEST(DeviceRun, FramesStatisticsAndStateAreThoseOfTheProcessor) {
    for (const exec::Exec& place : places()) {
        const TemporaryFolder folder;
        const scene::Scene scene = smallScene();
        const auto wanted = go(scene, folder / "cpu", 6, {}, false);
        const auto found = go(scene, folder / "device", 6, place, false);
        ASSERT_TRUE(wanted && found);
        EXPECT_EQ(found->state_hash, wanted->state_hash);
        expectSameRun(folder / "cpu", folder / "device");
    }
}

TEST(DeviceRun, ContinuesFromACheckpointOfTheProcessorAndBack) {
    for (const exec::Exec& place : places()) {
        const TemporaryFolder folder;
        const scene::Scene scene = smallScene();
        const auto wanted = go(scene, folder / "whole", 7, {}, false);
        ASSERT_TRUE(wanted);
        ASSERT_TRUE(go(scene, folder / "parts", 3, {}, false));
        ASSERT_TRUE(go(scene, folder / "parts", 5, place, true));
        const auto found = go(scene, folder / "parts", 7, {}, true);
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_EQ(found->state_hash, wanted->state_hash);
        expectSameRun(folder / "whole", folder / "parts");
    }
}

TEST(DeviceRun, StagesAreTimedByTheNamesOfThePipeline) {
    const scene::Scene scene = smallScene();
    scene::Simulation simulation = simulationOf(scene);
    runOn(places().front(), simulation);
    ASSERT_TRUE(simulation.advance(20).ok());
    const auto times = simulation.stageTimes();
    const auto of_list = simulation.methods().front().pipeline.times();
    ASSERT_EQ(times.size(), of_list.size());
    for (std::size_t k = 0; k < times.size(); ++k) {
        EXPECT_EQ(times[k].name, of_list[k].name);
        // A device moves grains at the beginning of each step, not at the end of the one before.
        if (times[k].name != grains::MoveAhead::name) EXPECT_GT(times[k].calls, 0u) << times[k].name;
    }
}

}  // namespace
}  // namespace talus::run
