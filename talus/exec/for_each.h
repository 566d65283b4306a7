#pragma once
#include <algorithm>

#include "talus/exec/exec.h"

#ifdef __CUDACC__
#include "talus/exec/cuda/launch.cuh"
#endif

namespace talus::exec {

// In a .cu file the verbs go to the processor or to the device, as the Exec says; kernels are then marked
// TALUS_HD. Elsewhere they know the processor only. The namespace keeps the linker from mixing the two.
#ifdef __CUDACC__
inline namespace either_device {
#endif

/// Items that one task takes at least; small enough to balance, large enough to hide a task's cost.
inline constexpr std::size_t default_grain = 2048;

/// Calls kernel(begin, end) on disjoint ranges that cover [0, count), for kernels that keep something
/// over neighbouring items. @pre exec.device() == Device::Cpu
template <class Kernel>
void for_each_range(const Exec& exec, std::size_t count, Kernel kernel, std::size_t grain = default_grain) {
    exec.parallel(
        count, grain,
        [](void* context, std::size_t begin, std::size_t end) {
            (*static_cast<Kernel*>(context))(begin, end);
        },
        &kernel);
}

/// Calls kernel(i) once for every i in [0, count), in any order and at the same time. On the device this
/// returns before it is done; later verbs and copies wait for it.
template <class Kernel>
void for_each(const Exec& exec, std::size_t count, Kernel kernel, std::size_t grain = default_grain) {
#ifdef __CUDACC__
    if (exec.device() == Device::Cuda) return cuda::launch(count, kernel);
#endif
    for_each_range(
        exec, count,
        [&kernel](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) kernel(i);
        },
        grain);
}

#ifdef __CUDACC__
}  // namespace either_device
#endif
}  // namespace talus::exec
