#pragma once
#include <memory>

#include "talus/cloth/setup.h"
#include "talus/method/instance.h"
#include "talus/method/scene.h"

namespace talus::cloth {

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

}  // namespace talus::cloth
