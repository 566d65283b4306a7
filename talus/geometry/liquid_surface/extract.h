#pragma once
#include "talus/geometry/liquid_surface/field_blocks.h"

namespace talus::geometry::liquid {

/// Marching cubes over the blocks (cube_table.h): a closed mesh in which each point is shared by the
/// triangles around it. Points are in the order of the blocks and of the edges within them. A point keeps
/// 1/64 of its edge off from the nodes, so that no two points of a triangle coincide. Errors: Input when the
/// mesh has too many points for 32 bits, or for the memory.
Result<Mesh> extract(const exec::Exec& exec, FieldBlocks& field, std::size_t max_bytes);

}  // namespace talus::geometry::liquid
