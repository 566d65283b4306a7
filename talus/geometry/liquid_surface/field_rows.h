#pragma once
#include "talus/math/vec.h"

namespace talus::geometry::liquid {

/// Number of nodes along each side of a block of the field.
constexpr int row_nodes = 8;

/// Adds weight * k (surface_particles.h) of one particle to the 8^3 values of a block, x fastest. Positions
/// are in cells from the block's first node. @param range R in cells
void addParticle(float* values, const Vec3f& at, float range, float weight);

}  // namespace talus::geometry::liquid
