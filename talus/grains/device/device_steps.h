#pragma once
#include <memory>
#include <vector>

#include "talus/grains/pipeline.h"
#include "talus/step/clock.h"

namespace talus::grains {

/// The steps of the grains (pipeline.h) in the memory of a device. The state goes there at the beginning of a
/// row of steps and comes back at its end; in between, what is rare is done on the processor: pouring,
/// and a part of the searches for contacts.
///
/// The state is the processor's, bit for bit, so a run may go on from one to the other. (Only cohesion =
/// "jkr" takes a cube root, which may round otherwise on a graphics card.) Grains that rest or settle, ground
/// and bodies are not for it.
class DeviceSteps {
  public:
    /// Error (Runtime) when this build has no such steps, or the device no room.
    /// @param device may be a processor: the same loops then run there, for tests
    /// @param host does what is done on the processor
    static Result<DeviceSteps> make(const Setup& setup, const exec::Exec& device, const exec::Exec& host);
    DeviceSteps(DeviceSteps&&) noexcept;
    DeviceSteps& operator=(DeviceSteps&&) noexcept;
    ~DeviceSteps();

    /// So many steps; trouble as of Simulation::advance.
    step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps);
    /// Names as those of the pipeline. A device computes on while the program goes ahead, so that a stage
    /// that waits for results is charged for those before it.
    const std::vector<step::StageTime>& times() const;
    /// Searches for contacts so far. The processor does those of scenes with meshes, and those that take
    /// grains out or find trouble.
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
