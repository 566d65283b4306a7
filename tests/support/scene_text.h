#pragma once
#include <gtest/gtest.h>

#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

namespace talus::test {

/// A scene from its text; one with errors fails the test.
inline scene::Scene sceneOf(const std::string& text) {
    scene::ReadResult read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    if (!read.scene) throw std::runtime_error(read.diagnostics.format("scene.toml", text));
    return std::move(*read.scene);
}

/// The same, ready to run.
inline scene::Simulation simulationOf(const std::string& text, int threads = 1) {
    auto built = scene::Simulation::build(sceneOf(text), exec::Exec::cpu(threads));
    if (!built) throw std::runtime_error(built.error().message);
    return std::move(built).value();
}

/// Steps up to a simulated time; trouble fails the test.
inline void runTo(scene::Simulation& simulation, double time) {
    while (simulation.clock().time(simulation.world().step) < time * (1 - 1e-12)) {
        const step::StepReport report = simulation.advance();
        if (!report.ok()) throw std::runtime_error(report.trouble->what);
    }
}

}  // namespace talus::test
