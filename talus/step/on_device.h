#pragma once
#include "talus/exec/device_memory.h"
#include "talus/state/world.h"
#include "talus/step/clock.h"
#include "talus/step/report.h"
#include "talus/step/substeps.h"

/// What the steps of all methods on a device have in common.
namespace talus::step {

/// Runs steps of a method whose state is on a device. Where its memory is full, the world has the state, the
/// time and the step of before, and the report says so.
/// @param upload,download copy the state to the device before the steps and back after them
/// @param one(k) runs step k of these, and returns its report
template <class Upload, class One, class Download>
StepReport advanceOnDevice(state::World& world, const Clock& clock, std::uint64_t steps, Upload upload,
                           One one, Download download) {
    const double first_time = world.time;
    const std::uint64_t first_step = world.step;
    StepReport report;
    try {
        upload();
        for (std::uint64_t k = 0; k < steps && report.ok(); ++k) {
            report = one(k);
            if (report.ok()) world.time = clock.time(++world.step);
        }
        download();
    } catch (const exec::DeviceMemoryFull& full) {
        // The tables still hold the state of the last download.
        world.time = first_time;
        world.step = first_step;
        report.fail({.what = full.what(), .advice = "", .ids = {}, .positions = {}});
    }
    return report;
}

/// A step of the scene as equal sub-steps that are each at most as long as `longest`, as in Simulation.
/// @param one(dt) runs a sub-step, and returns its report
template <class One>
StepReport inSubsteps(state::World& world, double scene_dt, double longest, One one) {
    const std::uint64_t step = world.step, count = substeps(scene_dt, longest);
    const double time = world.time, dt = scene_dt / static_cast<double>(count);
    StepReport report;
    for (std::uint64_t k = 0; k < count && report.ok(); ++k) {
        world.step = step * count + k;
        world.time = time + static_cast<double>(k) * dt;
        report = one(dt);
    }
    world.step = step;
    world.time = time;
    return report;
}

}  // namespace talus::step
