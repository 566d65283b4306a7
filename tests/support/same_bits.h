#pragma once
#include "talus/state/world.h"
#include "tests/support/scene_text.h"

namespace talus::test {

/// A scene comes to the same state, to the last bit, with one, two and five threads, and where a run goes on
/// from a snapshot of half of the time.
inline void expectSameBits(const std::string& text, double time) {
    scene::Simulation serial = simulationOf(text);
    runTo(serial, time / 2);
    scene::Simulation resumed = simulationOf(text);
    const Status restored = resumed.restore(state::takeSnapshot(serial.world()));
    ASSERT_TRUE(restored.ok()) << restored.error().message;
    runTo(serial, time);
    runTo(resumed, time);
    const std::uint64_t hash = state::stateHash(serial.world());
    EXPECT_EQ(state::stateHash(resumed.world()), hash) << "after a resume";
    for (const int threads : {2, 5}) {
        scene::Simulation simulation = simulationOf(text, threads);
        runTo(simulation, time);
        EXPECT_EQ(state::stateHash(simulation.world()), hash) << threads << " threads";
    }
}

}  // namespace talus::test
