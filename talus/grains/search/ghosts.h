#pragma once
#include "talus/grains/search/block_grains.h"

// A grain in the halo of another block is a ghost there. That block sums the forces on the ghost. When all
// blocks are done, these sums are added to the forces on the grain itself, in the order of the halos.
namespace talus::grains {

/// Sorts the rows of the halo by their grains. @pre the other columns of the list are written
/// @param by_both as in ContactSearch: if set, no forces are exchanged
void listGhosts(const exec::Exec& exec, bool by_both, state::Table& blocks, state::Table& halo);

/// Adds to the forces on the grains of a block the sums that other blocks computed for their ghosts.
/// @param sums one entry for each row of the halo
template <class Real>
void addGhostForces(const ContactViews<Real>& views, std::size_t block, const std::vector<Octet<Real>>& sums);

extern template void addGhostForces(const ContactViews<double>&, std::size_t,
                                    const std::vector<Octet<double>>&);
extern template void addGhostForces(const ContactViews<float>&, std::size_t,
                                    const std::vector<Octet<float>>&);

}  // namespace talus::grains
