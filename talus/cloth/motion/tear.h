#pragma once
#include "talus/cloth/motion/cloth_state.h"

namespace talus::cloth {

/// Tears springs that are stretched beyond the strain of their sheet, at the end of a step: of those at a
/// point the longest one, so that a rip is narrow. The triangles at a torn spring are torn with it, and so
/// are springs and hinges that only torn triangles had. Points keep their mass, and what is left keeps its
/// contacts.
/// @pre a sheet tears, and scratch lists the triangles at each point
void tear(const exec::Exec& exec, const Setup& setup, const ClothState& cloth, const MotionScratch& scratch);

}  // namespace talus::cloth
