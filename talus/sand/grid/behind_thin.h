#pragma once
#include <cstdint>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/sand/grid/solids.h"

/// The empty side of thin walls. The weights of the sand beside a thin wall reach across it. Cells there that
/// hold no particles, and that no sand can reach in this step, count as solid, so that what they got is moved
/// back (moveOutOfWalls) and the share of the weights that is missing is known (Solids::reach), as for walls
/// of any thickness. Otherwise cells on a thin floor count as less full than they are, and are filled too
/// much.
namespace talus::sand::grid {

/// Whether a particle is in each cell.
std::vector<std::uint8_t> cellsWithParticles(const exec::Exec& exec, const Lattice& lattice,
                                             exec::View<const Vec3d> position);

/// Makes such cells solid. @param crossed whether a thin wall shuts a face, by axis and index
void closeBehindThin(const exec::Exec& exec, const Lattice& lattice,
                     const PerAxis<std::vector<std::uint8_t>>& crossed,
                     const std::vector<std::uint8_t>& occupied, Solids& solids);

}  // namespace talus::sand::grid
