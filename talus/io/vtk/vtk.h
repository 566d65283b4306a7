#pragma once
#include <vector>

#include "talus/io/file.h"
#include "talus/state/frame_set.h"

/// VTK's XML files, as ParaView and others read them: binary values appended raw, 64-bit lengths, little
/// endian. Format: VTK file formats, "XML file formats" (docs.vtk.org). No dates and no names of machines
/// inside, so that equal points give equal bytes. At the end stands a checksum (vtk_checksum.h).
namespace talus::io {

/// Points as PolyData (.vtp), one vertex a point; the simulated time stands in the field data `TimeValue`.
Status writeVtp(const ConfinedPath& path, const state::PointsView& points);

/// A mesh as PolyData (.vtp): its triangles as polygons, or its lines, with the fields of points and
/// elements. Error (Input) for more than 32-bit numbers can count.
Status writeVtp(const ConfinedPath& path, const state::MeshView& mesh);

/// Columns as ImageData (.vti): one layer of points, in x and y where the columns stand and all at z = 0; the
/// heights are values (in ParaView: Warp By Scalar, with `height`). The time as in writeVtp.
Status writeVti(const ConfinedPath& path, const state::ColumnsView& columns);

/// A volume as ImageData (.vti), its values those of cells or of points.
Status writeVti(const ConfinedPath& path, const state::VolumeView& volume);

/// A set of any kind as frames hold it.
Status writeSet(const ConfinedPath& path, const state::SetView& set);
/// How the name of its file ends: ".vtp" or ".vti".
std::string_view suffixOf(const state::SetView& set);

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

/// Reads what writeSet wrote (other files only where they use the same encoding); which kind it is the file
/// says. Nothing in it is believed before it is checked. Errors: Storage when it cannot be read, Input when
/// it is damaged.
Result<state::FrameSet> readSet(const ConfinedPath& path);
/// The same from memory; `name` is for messages, and tells by its end what the file should be.
Result<state::FrameSet> parseSet(std::string_view bytes, const std::string& name);

/// The points of a .vtp file, whatever joins them.
Result<state::Points> readVtp(const ConfinedPath& path);
Result<state::Points> parseVtp(std::string_view bytes, const std::string& name);

/// The columns of a .vti file. Error (Input) as well when it holds a volume.
Result<state::Columns> readVti(const ConfinedPath& path);
Result<state::Columns> parseVti(std::string_view bytes, const std::string& name);

}  // namespace talus::io
