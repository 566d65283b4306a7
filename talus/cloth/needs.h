#pragma once
#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::cloth {

method::Needs needs(const method::Scene& scene);

}  // namespace talus::cloth
