#pragma once
#include <cuda_runtime_api.h>

namespace talus::exec::cuda {

/// Aborts with CUDA's words: after a failed launch or copy, nothing on the device can be trusted. Only
/// running out of memory, which is no bug, is told as an Error instead (DeviceBuffer).
void expect(cudaError_t result, const char* what);

}  // namespace talus::exec::cuda
