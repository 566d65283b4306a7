#pragma once
#include <vector>

#include "talus/geometry/shapes.h"
#include "talus/method/drawing.h"
#include "talus/picture/screen/settings.h"

namespace talus::run {

/// The set of points that presses a screen; null where the sets have none of that name.
/// @param name empty: the first set of points
const method::FrameSets::value_type* pressingSet(const method::FrameSets& sets, const std::string& name);

/// Its points. Error (Input) with the names of the sets of points.
Result<state::PointsView> pressingPoints(const method::FrameSets& sets, const std::string& name);

/// Radius of the ball around each point that presses [m]; 0 for points that are left out. Error (Input)
/// where the points have no radius, or not the field that chooses among them.
Result<std::vector<double>> pressingRadii(const state::PointsView& points,
                                          const picture::engraved::ScreenSettings& settings);

}  // namespace talus::run
