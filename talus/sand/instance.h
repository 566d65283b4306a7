#pragma once
#include <memory>

#include "talus/method/method.h"

namespace talus::sand {

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

}  // namespace talus::sand
