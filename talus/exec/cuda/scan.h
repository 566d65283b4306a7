#pragma once
#include <cstdint>

#include "talus/exec/view.h"

namespace talus::exec::cuda {

/// exec::exclusive_scan on the device. For integers only: CUB chooses the order, and sums of integers do not
/// depend on it.
std::uint32_t exclusiveScan(View<const std::uint32_t> in, View<std::uint32_t> out);
std::uint64_t exclusiveScan(View<const std::uint64_t> in, View<std::uint64_t> out);

}  // namespace talus::exec::cuda
