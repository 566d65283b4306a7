#pragma once
#include <cstdint>
#include <memory>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"

namespace talus::exec {

/// Scratch of sort_by_key, kept by the caller so that repeated sorts do not allocate.
struct SortScratch {
    Array<std::uint64_t> keys;
    Array<std::uint32_t> values;
    Array<std::uint32_t> counts;
    std::shared_ptr<void> device;  ///< scratch on a device; its type is known to exec/cuda/sort.cu only
};

/// Sorts (key, value) pairs by key. Stable: equal keys keep their order. A least-significant-digit radix sort
/// that skips digits in which all keys are equal. @pre keys.size() == values.size() < 2^32
void sort_by_key(const Exec& exec, View<std::uint64_t> keys, View<std::uint32_t> values,
                 SortScratch& scratch);

}  // namespace talus::exec
