#pragma once
#include <optional>

#include "talus/couple/granular/scene.h"
#include "talus/environment/sink.h"
#include "talus/grains/params.h"

namespace talus::couple::granular {

/// The sink that removes grains that fell off the scene: a plane below the ground, the walls at all times and
/// all positions at which grains start, lower by the diagonal of the box around these. Such grains never come
/// back, and would get faster until no step is short enough. There is no such sink if grains cannot fall off:
/// without gravity, over an infinite plane, in a domain that is periodic along gravity, and without any wall
/// or ground.
std::optional<environment::Sink> fallenSink(const Scene& scene);

/// The sinks of a scene, and that sink.
std::vector<environment::Sink> sinksOf(const Scene& scene);

}  // namespace talus::couple::granular
