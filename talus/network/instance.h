#pragma once
#include <memory>

#include "talus/method/instance.h"
#include "talus/network/setup.h"

namespace talus::network {

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

/// Names of the sets in frames: the masses as points, and springs and acting contacts as lines.
inline constexpr const char *masses_set = "masses", *links_set = "links";

}  // namespace talus::network
