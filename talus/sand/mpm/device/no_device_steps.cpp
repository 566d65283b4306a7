// deviceSteps() of a build without CUDA; steps.cu has the one with CUDA.
#ifndef TALUS_CUDA
#include "talus/sand/mpm/device/device_steps.h"

namespace talus::sand::mpm {

Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup&, const exec::Exec&, const exec::Exec&) {
    return Error{ErrorKind::Runtime,
                 "this build of Talus has no CUDA; build the preset 'cuda', or use --device cpu"};
}

}  // namespace talus::sand::mpm
#endif
