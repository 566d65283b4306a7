#pragma once
#include "talus/cloth/motion/cloth_state.h"

namespace talus::cloth {

/// Lists the triangles at each point, so that forces on triangles can be gathered.
void listTriangles(View<const std::array<std::uint32_t, 3>> corners, std::size_t points,
                   MotionScratch& scratch);

/// F = m g, and the force of the air.
void sumForces(const exec::Exec& exec, const Setup& setup, const ClothState& cloth, double time,
               MotionScratch& scratch);

/// Adds the forces of springs and dampers at the present positions and velocities, as in the lab: along the
/// spring r = x_i - x_j, with the unit vector e,
///
///     F_i = -(k (|r| - L) + z (v_i - v_j).e) e,   F_j = -F_i,
///
/// and those of hinges, -bend weight_k (s - curl n).
void addSpringForces(const exec::Exec& exec, const ClothState& cloth);

}  // namespace talus::cloth
