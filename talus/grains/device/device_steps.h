#pragma once
#include <memory>
#include <vector>

#include "talus/grains/pipeline.h"
#include "talus/step/clock.h"

namespace talus::grains {

/// The steps of the grains (pipeline.h) on a device. The state is copied to the device at the beginning of a
/// series of steps and copied back at its end. Rare work in between is done on the processor: pouring, and
/// some of the searches for contacts.
///
/// The state has the same bits as on the processor, so a run may switch between the two. (Exception: cohesion
/// = "jkr" takes a cube root, which a graphics card may round differently.) Grains that rest or settle,
/// ground and bodies are not supported.
class DeviceSteps {
  public:
    /// Error (Runtime) when this build has no device steps, or the device has not enough memory.
    /// @param device may be a processor, for tests: the same loops then run there
    /// @param host runs what is done on the processor
    static Result<DeviceSteps> make(const Setup& setup, const exec::Exec& device, const exec::Exec& host);
    DeviceSteps(DeviceSteps&&) noexcept;
    DeviceSteps& operator=(DeviceSteps&&) noexcept;
    ~DeviceSteps();

    /// Runs `steps` steps. Reports trouble as Simulation::advance does.
    step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps);
    /// Times of the stages, with the names of the pipeline. The device runs asynchronously, so a stage that
    /// waits for results includes the time of the stages before it.
    const std::vector<step::StageTime>& times() const;
    /// Number of searches for contacts so far. The processor does those of scenes with meshes, and those that
    /// remove grains or find trouble.
    struct Searches {
        std::uint64_t on_device = 0, on_host = 0;
    };
    Searches searches() const;

  private:
    struct Impl;
    explicit DeviceSteps(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace talus::grains
