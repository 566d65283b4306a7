#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/method/method.h"

namespace talus::couple::granular {

std::vector<environment::Source> sources(const Scene& scene);
std::vector<method::Land> lands(const Scene& scene);
std::vector<method::Input> inputs(const Scene& scene);

}  // namespace talus::couple::granular
