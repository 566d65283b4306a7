#pragma once
#include <cstdint>
#include <memory>

#include "talus/exec/view.h"

namespace talus::exec::cuda {

/// exec::sort_by_key on the device. Makes `scratch` in the first call; later calls reuse it.
void sortByKey(View<std::uint64_t> keys, View<std::uint32_t> values, std::shared_ptr<void>& scratch);

}  // namespace talus::exec::cuda
