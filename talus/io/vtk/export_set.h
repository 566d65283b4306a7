#pragma once
#include <span>

#include "talus/io/vtk/export_mesh.h"
#include "talus/state/frame_set.h"

/// Writes sets of frames, of any kind, in formats of other programs.
namespace talus::io {

/// A format in which sets of one kind can be written.
struct SetFormat {
    std::string_view name;  ///< the ending of its files: "ply"
    Status (*write)(const ConfinedPath& path, const state::SetView& set);
};

/// The formats for the kind of a set (points, columns, mesh, lines, volume), the default first.
std::span<const SetFormat> formatsOf(const state::SetView& set);

/// The triangles of a set of a frame. @pre it has triangles
geometry::Mesh meshOf(const state::MeshView& view);

/// Wavefront OBJ of triangles or lines, with normals where the points have a field `normal`: text from which
/// the same bits can be read back. Other fields are not written.
Status writeObj(const ConfinedPath& path, const state::MeshView& mesh);
/// Binary little-endian PLY: vertices with the fields of the points, and faces or edges with those of the
/// elements.
Status writePly(const ConfinedPath& path, const state::MeshView& mesh);
/// A heading, then one row for each cell (or point): time, position_x, position_y, position_z (the middle of
/// a cell), fields.
Status writeVolumeCsv(const ConfinedPath& path, const state::VolumeView& volume);

}  // namespace talus::io
