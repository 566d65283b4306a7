#pragma once
#include <cstddef>

#include "talus/sand/params.h"
#include "talus/step/report.h"

/// Limits at which a step of the material point method fails.
namespace talus::sand::mpm {

/// Particles are put into tiles again when one may have crossed this share of a cell since. What is left of
/// the cell is the most that a particle may move in a step.
inline constexpr double max_wandered = 0.5;

/// A particle is moved past walls where one is nearer than its way in the step and this share of a cell:
/// walls may move towards it.
inline constexpr double touch_margin = 0.05;

/// Maximum number of tiles with sand: each needs 8 KB, and up to 27 tiles of nodes of 1 KB.
inline constexpr std::size_t max_tiles = 1 << 20;

step::Trouble tooSpread(std::size_t tiles);
step::Trouble tooFast(const Sand& sand);
step::Trouble tooFarOut();

}  // namespace talus::sand::mpm
