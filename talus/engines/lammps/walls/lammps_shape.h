#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/wall_faces.h"

namespace talus::engines {

/// A face of a wall as a region of LAMMPS.
struct LammpsShape {
    /// Arguments of `region` behind its name, without `side` and `units`. Of several solids grains are
    /// outside of all.
    std::vector<std::string> solids;
    bool inside = false;  ///< grains are in it (`side in`), else outside of it
    std::string open;     ///< " open 1 open 2": its sides that are none; grains may then be on both sides
    Vec3d turn;           ///< rotation vector that brings it into the wall, [rad]
    Vec3d point;          ///< about this point [m]
    double bend = 0;  ///< radius of its curvature, as LAMMPS takes it [m]; below 0: around the grain; 0: flat
    bool bends_variably =
        false;  ///< that radius is another one everywhere (cones, discs with a hole, capsules)
};

/// Nothing where LAMMPS has no such region: triangles of a mesh, and capsules that do not lie along an axis
/// (several solids in one region cannot be turned or moved: LAMMPS then has no speed of their surface). Thin
/// faces become solids as thick as round-off: a region of LAMMPS that is open on some sides forgets the
/// springs of a grain that passes its border.
std::optional<LammpsShape> lammpsShape(const environment::WallFace& face);

/// "zplane 0 NULL" for a plane that stands still at right angles to an axis: fix wall/gran has a quicker form
/// of it.
std::optional<std::string> lammpsPlane(const environment::WallFace& face);

}  // namespace talus::engines
