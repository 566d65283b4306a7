#include "talus/exec/on_device.h"

#include <cstdint>
#include <limits>
#include <string>

#include "talus/exec/cuda/status.h"

namespace talus::exec {

Result<Exec> Exec::cuda() {
    int devices = 0;
    const cudaError_t result = cudaGetDeviceCount(&devices);
    if (result != cudaSuccess || devices == 0) {
        cudaGetLastError();
        const std::string why = result == cudaSuccess ? "none is installed" : cudaGetErrorString(result);
        return Error{ErrorKind::Runtime, "no CUDA device can be used (" + why +
                                             "); check it with nvidia-smi, or use --device cpu"};
    }
    cuda::expect(cudaSetDevice(0), "choosing the device");
    // The process keeps freed memory, so that arrays that are made and freed in every step cost no system
    // call.
    cudaMemPool_t pool = nullptr;
    cuda::expect(cudaDeviceGetDefaultMemPool(&pool, 0), "finding the memory pool");
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    cuda::expect(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep),
                 "setting up the memory pool");
    return Exec(Device::Cuda, 1, nullptr);
}

void wait(const Exec& exec) {
    if (exec.device() == Device::Cuda) cuda::expect(cudaDeviceSynchronize(), "waiting for the device");
}

std::size_t peakMemory(const Exec& exec) {
    if (exec.device() != Device::Cuda) return 0;
    cudaMemPool_t pool = nullptr;
    cuda::expect(cudaDeviceGetDefaultMemPool(&pool, 0), "finding the memory pool");
    std::uint64_t peak = 0;
    cuda::expect(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &peak), "asking the memory pool");
    return peak;
}

}  // namespace talus::exec
