#pragma once
#include "talus/core/rng.h"
#include "talus/grains/clumps/list_clumps.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::grains {

/// Adds the tables and columns of clumps to a world that has those of grains.
void addClumpTables(state::World& world);

/// Appends a grain of a shape: a ball where the shape is a ball. Its spheres get the next ids.
/// @param grain position of the centre of mass; radius of the ball with the same volume
/// @param turn rotation of the shape from its principal axes
/// @param shape index into the scene's shapes
/// @param gravity [m/s^2] @param gone number of spheres and balls removed so far
void appendClump(ClumpTables tables, const ClumpShapes& shapes, std::uint16_t shape, const NewGrain& grain,
                 const Rotation& rotation, const Vec3d& gravity, std::uint64_t gone = 0);

/// The rotation of the k-th clump of a random stream.
Rotation drawRotation(const Random& random, std::uint64_t k);

}  // namespace talus::grains
