#pragma once
#include <memory>

#include "talus/method/method.h"

namespace talus::water {

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

}  // namespace talus::water
