#pragma once
// Runs whose steps are those made for a device.
#include "tests/device/same_state.h"
#include "tests/run/small_run.h"

namespace talus::run::test_on_device {

/// From now on the steps of a simulation of one method run there.
inline void runOn(const exec::Exec& place, scene::Simulation& simulation) {
    auto steps = simulation.methods().front().instance->onDevice(place, exec::Exec::serial());
    ASSERT_TRUE(steps) << steps.error().message;
    simulation.useDeviceSteps(std::move(*steps));
}

/// Runs a scene in a folder to that frame. @param place where its steps run; absent: as on a processor
inline Result<Summary> go(const scene::Scene& scene, const std::filesystem::path& path, std::uint64_t frames,
                          const std::optional<exec::Exec>& place, bool resumes) {
    scene::Simulation simulation = test::simulationOf(scene);
    if (place) runOn(*place, simulation);
    auto folder = resumes ? RunFolder::open(path)
                          : RunFolder::create(path, test::manifestOf(scene), test::scene_text, false);
    if (!folder) return folder.error();
    Log log;
    const Options options = test::optionsTo(frames);
    if (resumes)
        if (Status status = rewind(simulation, *folder, {}, options, log, {}); !status) return status.error();
    return test::runOn(std::move(simulation), *folder, options, log);
}

}  // namespace talus::run::test_on_device
