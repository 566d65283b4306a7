#pragma once
#include "talus/io/file.h"
#include "talus/state/points.h"

/// Writes points in formats of other programs. All formats have every field of the view, exactly: binary, or
/// text from which the same bits can be read back.
namespace talus::io {

/// The name of a component of a field, for formats in which each component has a name: "velocity_x".
std::string componentName(const state::ArrayView& array, int component);

/// A heading, then one row for each point: time, position_x, position_y, position_z, and one column for each
/// component of the fields.
Status writePointsCsv(const ConfinedPath& path, const state::PointsView& points);
/// Binary little-endian PLY: vertices with x, y, z and one property for each component of the fields.
Status writePly(const ConfinedPath& path, const state::PointsView& points);
/// Extended XYZ for OVITO and ASE; `velocity` has the name `velo` there.
Status writeXyz(const ConfinedPath& path, const state::PointsView& points);

}  // namespace talus::io
