#pragma once
#include "talus/grains/block_grains.h"

// A grain that is in the halo of another block visits it. What contacts do to visitors is summed by the block
// that they visit, and added to their forces once all blocks are done: grain by grain, in the order of the
// halos.
namespace talus::grains {

/// Puts the visits in the order of the grains that make them. @pre the other columns of the list are written
/// @param by_both as in ContactSearch: no visit counts then
void listVisits(const exec::Exec& exec, bool by_both, state::Table& blocks, state::Table& halo);

/// Adds to the forces on the grains of a block what the blocks that they visit found for them.
/// @param sums one for each row of the halo
template <class Real>
void addVisits(const ContactViews<Real>& views, std::size_t block, const std::vector<Octet<Real>>& sums);

extern template void addVisits(const ContactViews<double>&, std::size_t, const std::vector<Octet<double>>&);
extern template void addVisits(const ContactViews<float>&, std::size_t, const std::vector<Octet<float>>&);

}  // namespace talus::grains
