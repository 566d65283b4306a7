#pragma once
#include <vector>

#include "talus/io/file.h"
#include "talus/state/frame_set.h"

/// VTK's XML files for ParaView and others: binary values appended raw, 64-bit lengths, little endian.
/// Format: VTK file formats, "XML file formats" (docs.vtk.org). They have no dates and no names of machines,
/// so equal points give equal bytes. A checksum is at the end (vtk_checksum.h).
namespace talus::io {

/// Points as PolyData (.vtp), one vertex for each point. The simulated time is in the field data `TimeValue`.
Status writeVtp(const ConfinedPath& path, const state::PointsView& points);

/// A mesh as PolyData (.vtp): its triangles as polygons, or its lines, with the fields of points and
/// elements. Error (Input) for more points or elements than 32-bit numbers can count.
Status writeVtp(const ConfinedPath& path, const state::MeshView& mesh);

/// Columns as ImageData (.vti): one layer of points at the x and y of the columns and at z = 0; the heights
/// are values (in ParaView: Warp By Scalar, with `height`). The time is as in writeVtp.
Status writeVti(const ConfinedPath& path, const state::ColumnsView& columns);

/// A volume as ImageData (.vti), with values of cells or of points.
Status writeVti(const ConfinedPath& path, const state::VolumeView& volume);

/// A set of any kind, in the format of frames.
Status writeSet(const ConfinedPath& path, const state::SetView& set);
/// The ending of its file: ".vtp" or ".vti".
std::string_view suffixOf(const state::SetView& set);

/// The surface through the tops of columns as triangles (PolyData, .vtp), with every field as values of its
/// points. Error (Input) for more than 300 million columns, whose triangles 32-bit numbers cannot count.
Status writeSurfaceVtp(const ConfinedPath& path, const state::ColumnsView& columns);

/// One frame of a series.
struct SeriesEntry {
    double time = 0;   ///< [s]
    std::string file;  ///< relative to the .pvd file
};
/// A series of frames as a ParaView collection (.pvd).
Status writePvd(const ConfinedPath& path, const std::vector<SeriesEntry>& entries);

/// Reads a file of writeSet (other files only where they use the same encoding). The file determines the kind
/// of set. Everything in it is checked before it is used. Errors: Storage where it cannot be read, Input
/// where it is damaged.
Result<state::FrameSet> readSet(const ConfinedPath& path);
/// Reads a set from memory. @param name for messages; its ending determines the format
Result<state::FrameSet> parseSet(std::string_view bytes, const std::string& name);

/// Reads the points of a .vtp file, without its elements.
Result<state::Points> readVtp(const ConfinedPath& path);
Result<state::Points> parseVtp(std::string_view bytes, const std::string& name);

/// Reads the columns of a .vti file. Error (Input) also where it holds a volume.
Result<state::Columns> readVti(const ConfinedPath& path);
Result<state::Columns> parseVti(std::string_view bytes, const std::string& name);

}  // namespace talus::io
