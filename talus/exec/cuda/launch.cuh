#pragma once
#include <cstddef>

#include "talus/core/check.h"
#include "talus/exec/cuda/status.h"

namespace talus::exec::cuda {

inline constexpr unsigned block_size = 256;

template <class Kernel>
__global__ void callForEach(std::size_t count, Kernel kernel) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) kernel(i);
}

inline unsigned blocksFor(std::size_t count, std::size_t items_a_block) {
    const std::size_t blocks = (count + items_a_block - 1) / items_a_block;
    TALUS_ASSERT(blocks < (std::size_t{1} << 31), "more items than a CUDA launch can hold");
    return static_cast<unsigned>(blocks);
}

/// Starts a loop over kernel(i) for every i in [0, count) on the device and returns. Later loops and copies
/// wait for it.
template <class Kernel>
void launch(std::size_t count, const Kernel& kernel) {
    if (count == 0) return;
    callForEach<<<blocksFor(count, block_size), block_size>>>(count, kernel);
    expect(cudaGetLastError(), "starting a kernel");
}

}  // namespace talus::exec::cuda
