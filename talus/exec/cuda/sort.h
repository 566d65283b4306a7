#pragma once
#include <cstdint>
#include <memory>

#include "talus/exec/view.h"

namespace talus::exec::cuda {

/// exec::sort_by_key on the device; `scratch` is made at the first call and kept.
void sortByKey(View<std::uint64_t> keys, View<std::uint32_t> values, std::shared_ptr<void>& scratch);

}  // namespace talus::exec::cuda
