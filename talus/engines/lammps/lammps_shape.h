#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/wall_faces.h"

namespace talus::engines {

/// A face of a wall as a region of LAMMPS.
struct LammpsShape {
    /// Arguments of `region` after its name, without `side` and `units`. Where there are several solids,
    /// grains are outside of all of them.
    std::vector<std::string> solids;
    bool inside = false;          ///< grains are inside of it (`side in`), else outside
    std::string open;             ///< " open 1 open 2": its open sides; grains may then be inside and outside
    Vec3d rotation;               ///< rotation vector from the region's shape to the wall's pose [rad]
    Vec3d point;                  ///< centre of that rotation [m]
    double curvature_radius = 0;  ///< LAMMPS' radius of curvature [m]; below 0: concave; 0: flat
    bool curvature_varies =
        false;  ///< the curvature varies over the face (cones, discs with a hole, capsules)
};

/// The region of a face. Empty where LAMMPS has no such region: for triangles of a mesh, and for capsules
/// that are not along an axis (LAMMPS does not know the surface velocity of a rotated or moving region of
/// several solids). Thin faces become solids as thick as round-off, because an open region of LAMMPS loses
/// the springs of a grain that passes its border.
std::optional<LammpsShape> lammpsShape(const environment::WallFace& face);

/// "zplane 0 NULL" for a plane at right angles to an axis; empty for any other face. fix wall/gran is faster
/// with such planes, which must not move.
std::optional<std::string> lammpsPlane(const environment::WallFace& face);

}  // namespace talus::engines
