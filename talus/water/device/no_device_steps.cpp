// deviceSteps() of a build without CUDA; steps.cu has the one with CUDA.
#ifndef TALUS_CUDA
#include "talus/water/device/device_steps.h"

namespace talus::water {

Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup&, const exec::Exec&, const exec::Exec&) {
    return Error{ErrorKind::Runtime,
                 "this build of Talus has no CUDA; build the preset 'cuda', or use --device cpu"};
}

}  // namespace talus::water
#endif
