#pragma once
#include <vector>

#include "talus/io/file.h"
#include "talus/state/columns.h"
#include "talus/state/points.h"

/// VTK's XML files, as ParaView and others read them: binary values appended raw, 64-bit lengths, little
/// endian. Format: VTK file formats, "XML file formats" (docs.vtk.org). No dates and no names of machines
/// inside, so that equal points give equal bytes. At the end stands a checksum (vtk_checksum.h).
namespace talus::io {

/// Points as PolyData (.vtp), one vertex a point; the simulated time stands in the field data `TimeValue`.
Status writeVtp(const ConfinedPath& path, const state::PointsView& points);

/// Columns as ImageData (.vti): one layer of points, in x and y where the columns stand and all at z = 0; the
/// heights are values (in ParaView: Warp By Scalar, with `height`). The time as in writeVtp.
Status writeVti(const ConfinedPath& path, const state::ColumnsView& columns);

/// The surface through the tops of columns as triangles (PolyData, .vtp), with every field a value of its
/// points. Error (Input) for more than 300 million columns, whose triangles 32-bit numbers cannot count.
Status writeSurfaceVtp(const ConfinedPath& path, const state::ColumnsView& columns);

/// One frame of a series.
struct SeriesEntry {
    double time = 0;   ///< [s]
    std::string file;  ///< relative to the .pvd file
};
/// The series as a ParaView collection (.pvd).
Status writePvd(const ConfinedPath& path, const std::vector<SeriesEntry>& entries);

/// Reads what writeVtp wrote (other .vtp files only where they use the same encoding). Nothing in the file
/// is believed before it is checked. Errors: Storage when it cannot be read, Input when it is damaged.
Result<state::Points> readVtp(const ConfinedPath& path);
/// The same from memory; `name` is for messages.
Result<state::Points> parseVtp(std::string_view bytes, const std::string& name);

/// Reads what writeVti wrote, as readVtp does.
Result<state::Columns> readVti(const ConfinedPath& path);
Result<state::Columns> parseVti(std::string_view bytes, const std::string& name);

}  // namespace talus::io
