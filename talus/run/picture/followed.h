#pragma once
#include <string>

#include "talus/run/frames.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// Where the thing is that a camera follows, in a frame [m].
///
/// A wall: its middle at the time of the frame. A body: its centre of mass;
/// while it is not in the scene, the place where it enters. "flow": the centre of all grains,
/// particles and water, each weighted by its volume and v^2 + v0^2. So what moves counts most; v0 lets the
/// centre settle on all of them when the motion ends. It is 0.02 sqrt(g L), with the length L of the scene.
/// An average over all needs no filter in time, so it does not depend on other frames. Error (Input): no such
/// wall; nothing flows; the frame lacks bodies or velocities.
Result<Vec3d> placeOf(const scene::Scene& scene, const Frame& frame, const std::string& followed);

}  // namespace talus::run
