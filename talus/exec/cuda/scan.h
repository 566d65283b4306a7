#pragma once
#include <cstdint>

#include "talus/exec/view.h"

namespace talus::exec::cuda {

/// Integers only: they give the same sums in any order, and CUB chooses the order.
std::uint32_t exclusiveScan(View<const std::uint32_t> in, View<std::uint32_t> out);
std::uint64_t exclusiveScan(View<const std::uint64_t> in, View<std::uint64_t> out);

}  // namespace talus::exec::cuda
