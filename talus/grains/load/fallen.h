#pragma once
#include <optional>

#include "talus/environment/sink.h"
#include "talus/grains/params.h"
#include "talus/grains/scene.h"
#include "talus/method/scene.h"

namespace talus::grains {

/// The sink that removes grains that fell off the scene: a plane below the ground, the walls at all times and
/// all positions at which grains start, lower by the diagonal of the box around these. Such grains never come
/// back, and would get faster until no step is short enough. There is no such sink if grains cannot fall off:
/// without gravity, over an infinite plane, in a domain that is periodic along gravity, and without any wall
/// or ground.
/// @param ground the box around all ground on which grains can lie; nothing: there is none
std::optional<environment::Sink> fallenSink(const method::Scene& scene,
                                            const std::optional<geometry::Box>& ground);

/// The sinks of a scene, and that sink.
std::vector<environment::Sink> sinksOf(const method::Scene& scene,
                                       const std::optional<geometry::Box>& ground);

}  // namespace talus::grains
