#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/grains/expected.h"
#include "talus/method/needs.h"

namespace talus::couple::granular {

using grains::Expected;

/// What to expect of the grains of a scene. @pre the scene passed load() and check()
Expected expect(const Scene& scene);

method::Needs needs(const Scene& scene);

/// The lines of `talus check` about grains and ground.
std::vector<method::Line> summary(const Scene& scene);

}  // namespace talus::couple::granular
