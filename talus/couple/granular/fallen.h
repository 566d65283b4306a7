#pragma once
#include <optional>

#include "talus/couple/granular/scene.h"
#include "talus/environment/sink.h"
#include "talus/grains/params.h"

namespace talus::couple::granular {

/// Takes what fell off all that there is: a plane below ground, walls on all of their ways and whatever
/// grains start from, by as much again as all that is long. Nothing comes back from there; it would fall for
/// ever, faster and faster, until no step is short enough for it. None where nothing can fall off: without
/// gravity, over an endless plane, in a domain that repeats downwards, and where there is nothing to fall
/// off.
std::optional<environment::Sink> fallenSink(const Scene& scene);

/// The sinks of a scene and that one.
std::vector<environment::Sink> sinksOf(const Scene& scene);

}  // namespace talus::couple::granular
