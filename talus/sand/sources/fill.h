#pragma once
#include <vector>

#include "talus/sand/setup.h"
#include "talus/state/world.h"

namespace talus::sand {

/// Largest offset of a particle from its position in the lattice along each axis, as a share of the spacing.
/// Particles in rows would stay in rows, and where sand is stretched, gaps would open between these. Less
/// than a half, so that it stays in the box of its source. Chosen by eye.
inline constexpr double irregular = 0.35;

/// The number of positions in the bounds of a block: at least that of its particles.
double maxPositionsIn(const Block& block, double spacing);

/// An estimate of the number of particles in a block, from its volume. @param ground of the scene; may be
/// null
double estimateIn(const Block& block, double spacing, const geometry::Heightfield* ground);

/// The heights of a scene's ground now; `grid` is null where it has none.
struct GroundHeights {
    const geometry::ColumnGrid* grid = nullptr;
    exec::View<const double> height{};
};

/// The positions of the particles of a block: near those of a square lattice that starts at its lowest face
/// and is centred horizontally.
std::vector<Vec3d> positionsIn(const Block& block, double spacing, const GroundHeights& ground = {});

/// The number of particles of the blocks at the start, without those in walls, below the ground and in
/// earlier blocks.
struct StartCount {
    double count = 0;
    bool exact = true;  ///< false: estimated
};
/// @param ground of the scene at the start; may be null
/// @param most positions of a block that are looked at; of a larger block so many points at random
StartCount countAtStart(const Setup& setup, const geometry::Heightfield* ground, double most = 1e5);

/// Fills the table of particles with those of the blocks. @pre all tables of the world are there
void fillBlocks(state::World& world, const Setup& setup);

}  // namespace talus::sand
