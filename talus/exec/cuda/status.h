#pragma once
#include <cuda_runtime_api.h>

namespace talus::exec::cuda {

/// Aborts the program with CUDA's message where the result is an error: after a failed launch or copy nothing
/// on the device can be trusted. Only a lack of memory is not a bug, and an Error (DeviceBuffer::resize).
void expect(cudaError_t result, const char* what);

}  // namespace talus::exec::cuda
