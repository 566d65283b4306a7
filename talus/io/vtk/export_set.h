#pragma once
#include <span>

#include "talus/io/vtk/export_mesh.h"
#include "talus/state/frame_set.h"

/// A set of a frame, of any kind, in the formats of other programs.
namespace talus::io {

/// A format that sets of one kind can be written in.
struct SetFormat {
    std::string_view name;  ///< as files end: "ply"
    Status (*write)(const ConfinedPath& path, const state::SetView& set);
};

/// Those of a kind (points, columns, mesh, lines, volume), the usual one first.
std::span<const SetFormat> formatsOf(const state::SetView& set);

/// The triangles of a set of a frame. @pre it has triangles
geometry::Mesh meshOf(const state::MeshView& view);

/// Wavefront OBJ of triangles or lines, with normals where the points have a field `normal`: text from which
/// the same bits can be read back. It has no place for other fields.
Status writeObj(const ConfinedPath& path, const state::MeshView& mesh);
/// Binary little-endian PLY: vertices with the fields of the points, and faces or edges with those of the
/// elements.
Status writePly(const ConfinedPath& path, const state::MeshView& mesh);
/// Heading, then a row a cell (or a point): time, position_x, position_y, position_z of its middle, fields.
Status writeVolumeCsv(const ConfinedPath& path, const state::VolumeView& volume);

}  // namespace talus::io
