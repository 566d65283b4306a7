#pragma once
#include "talus/grains/search/block_grains.h"

// A grain in the halo of another block is a ghost there. What contacts do to ghosts is summed by that block,
// and added to the forces on the grains once all blocks are done: grain by grain, in the order of the
// halos.
namespace talus::grains {

/// Puts the ghosts in the order of the grains that they are copies of. @pre the other columns of the list are
/// written
/// @param by_both as in ContactSearch: no ghost counts then
void listGhosts(const exec::Exec& exec, bool by_both, state::Table& blocks, state::Table& halo);

/// Adds to the forces on the grains of a block what other blocks found for their ghosts.
/// @param sums one for each row of the halo
template <class Real>
void addGhostForces(const ContactViews<Real>& views, std::size_t block, const std::vector<Octet<Real>>& sums);

extern template void addGhostForces(const ContactViews<double>&, std::size_t,
                                    const std::vector<Octet<double>>&);
extern template void addGhostForces(const ContactViews<float>&, std::size_t,
                                    const std::vector<Octet<float>>&);

}  // namespace talus::grains
