#pragma once
#include "talus/geometry/liquid_surface/field_blocks.h"

namespace talus::geometry::liquid {

/// Makes a closed mesh from the blocks by marching cubes (cube_table.h). The triangles around a point share
/// it. Points are in the order of the blocks and of the edges within them. A point is at least 1/64 of its
/// edge away from the nodes, so that no two points of a triangle coincide. Error (Input) where the mesh has
/// too many points for 32 bits, or needs more than `max_bytes` of memory.
Result<Mesh> extract(const exec::Exec& exec, FieldBlocks& field, std::size_t max_bytes);

}  // namespace talus::geometry::liquid
