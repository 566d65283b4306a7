#pragma once
#include "talus/state/field.h"

/// The state of the grid solvers: the stresses that the next step starts from (step_parts.h).
namespace talus::sand::grid {

inline constexpr const char* stress_table = "sand.stresses";
inline constexpr const char* box_table = "sand.box";

namespace fields {
// One row a cell of the box, x running fastest.
inline constexpr state::Field<float> pressure{"pressure", "Pa", "pressure of the sand"};
inline constexpr state::Field<Vec3f> diagonal{
    "diagonal", "Pa",
    "(s_xx - s_zz) / sqrt(2), (s_xx - 2 s_yy + s_zz) / sqrt(6) of the friction stress, and 0"};
inline constexpr state::Field<Vec3f> shear{"shear", "Pa", "yz, zx, xy of the friction stress"};
inline constexpr state::Field<Vec3f> wall_shear{
    "wall_shear", "Pa", "traction on the wall in the cell along its two tangents, and 0"};
// The box: one row.
inline constexpr state::Field<Vec3d> low{"low", "", "index of its first cell"};
inline constexpr state::Field<Vec3d> count{"count", "", "its cells along each axis; 0 before the first step"};
inline constexpr state::Field<double> squeezed{
    "squeezed", "m^3", "volume that walls took from sand that had nowhere to go, since the start"};
}  // namespace fields

}  // namespace talus::sand::grid
