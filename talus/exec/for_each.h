#pragma once
#include <algorithm>

#include "talus/exec/exec.h"

namespace talus::exec {

/// Items that one task takes at least; small enough to balance, large enough to hide a task's cost.
inline constexpr std::size_t default_grain = 2048;

/// Calls kernel(begin, end) on disjoint ranges that cover [0, count), for kernels that keep something
/// over neighbouring items.
template <class Kernel>
void for_each_range(const Exec& exec, std::size_t count, Kernel kernel, std::size_t grain = default_grain) {
    exec.parallel(
        count, grain,
        [](void* context, std::size_t begin, std::size_t end) {
            (*static_cast<Kernel*>(context))(begin, end);
        },
        &kernel);
}

/// Calls kernel(i) once for every i in [0, count), in any order and at the same time.
template <class Kernel>
void for_each(const Exec& exec, std::size_t count, Kernel kernel, std::size_t grain = default_grain) {
    for_each_range(
        exec, count,
        [&kernel](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) kernel(i);
        },
        grain);
}

}  // namespace talus::exec
