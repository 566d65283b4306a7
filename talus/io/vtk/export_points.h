#pragma once
#include "talus/io/file.h"
#include "talus/state/points.h"

/// Points in the formats of other programs. All write every field of the view and are exact: binary, or
/// text from which the same bits can be read back.
namespace talus::io {

/// How a component of a field is named where each has a name of its own: "velocity_x".
std::string componentName(const state::ArrayView& array, int component);

/// Heading, then a row a point: time, position_x, position_y, position_z, and a column a component.
Status writePointsCsv(const ConfinedPath& path, const state::PointsView& points);
/// Binary little-endian PLY: vertices x, y, z and one property a component.
Status writePly(const ConfinedPath& path, const state::PointsView& points);
/// Extended XYZ, as OVITO and ASE read it; `velocity` is named `velo` there.
Status writeXyz(const ConfinedPath& path, const state::PointsView& points);

}  // namespace talus::io
