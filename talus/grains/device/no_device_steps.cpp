// DeviceSteps in a build without CUDA. Builds with CUDA compile steps.cu instead.
#ifndef TALUS_CUDA
#include "talus/grains/device/device_steps.h"

namespace talus::grains {

struct DeviceSteps::Impl {
    std::vector<step::StageTime> times;
};

Result<DeviceSteps> DeviceSteps::make(const Setup&, const exec::Exec&, const exec::Exec&) {
    return Error{ErrorKind::Runtime,
                 "this build of Talus has no CUDA; build the preset 'cuda', or use --device cpu"};
}

DeviceSteps::DeviceSteps(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
DeviceSteps::DeviceSteps(DeviceSteps&&) noexcept = default;
DeviceSteps& DeviceSteps::operator=(DeviceSteps&&) noexcept = default;
DeviceSteps::~DeviceSteps() = default;

step::StepReport DeviceSteps::advance(state::World&, const step::Clock&, std::uint64_t) { return {}; }
const std::vector<step::StageTime>& DeviceSteps::times() const { return impl_->times; }
DeviceSteps::Searches DeviceSteps::searches() const { return {}; }

}  // namespace talus::grains
#endif
