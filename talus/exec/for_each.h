#pragma once
#include <algorithm>

#include "talus/exec/exec.h"

#ifdef __CUDACC__
#include "talus/exec/cuda/launch.cuh"
#endif

namespace talus::exec {

// In a .cu file these functions run on the processor or on the device, as the Exec says; kernels must be
// marked TALUS_HD. In other files they run on the processor only. The namespace gives the two versions
// different names for the linker.
#ifdef __CUDACC__
inline namespace either_device {
#endif

/// Items of a task: few enough to balance the load, many enough that the cost of a task does not matter.
inline constexpr std::size_t default_grain = 2048;

/// Calls kernel(begin, end) for disjoint ranges that cover [0, count), for kernels that reuse values from one
/// item to the next. @pre exec.device() == Device::Cpu
template <class Kernel>
void for_each_range(const Exec& exec, std::size_t count, Kernel kernel, std::size_t grain = default_grain) {
    exec.parallel(
        count, grain,
        [](void* context, std::size_t begin, std::size_t end) {
            (*static_cast<Kernel*>(context))(begin, end);
        },
        &kernel);
}

/// Calls kernel(i) once for every i in [0, count), in any order and in parallel. On the device it returns
/// before the loop is done; later loops and copies wait for it.
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
