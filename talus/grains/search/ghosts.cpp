#include "talus/grains/search/ghosts.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"

namespace talus::grains {

void listGhosts(const exec::Exec& exec, bool by_both, state::Table& blocks, state::Table& halo) {
    const auto grain = std::as_const(halo).read(fields::halo_grain);
    const auto grains_end = std::as_const(blocks).read(fields::grains_end);
    const auto ghost = halo.write(fields::ghost);
    const auto ghosts_end = blocks.write(fields::ghosts_end);
    exec::Array<std::uint64_t> keys(grain.size());
    exec::for_each(exec, grain.size(), [&](std::size_t h) {
        keys.data()[h] = grain[h];
        ghost[h] = static_cast<std::uint32_t>(h);
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, keys.view(), ghost, scratch);
    exec::for_each(exec, ghosts_end.size(), [&](std::size_t b) {
        const auto* const end = std::lower_bound(keys.data(), keys.data() + keys.size(), grains_end[b]);
        ghosts_end[b] = by_both ? 0 : static_cast<std::uint32_t>(end - keys.data());
    });
}

template <class Real>
void addGhostForces(const ContactViews<Real>& v, std::size_t block, const std::vector<Octet<Real>>& sums) {
    for (std::size_t k = block == 0 ? 0 : v.list.ghosts_end[block - 1]; k < v.list.ghosts_end[block]; ++k) {
        const std::size_t h = v.list.ghost[k], i = v.list.halo_grain[h];
        v.force[i] += sums[h].low.xyz();
        v.torque[i] += sums[h].high.xyz();
    }
}

template void addGhostForces(const ContactViews<double>&, std::size_t, const std::vector<Octet<double>>&);
template void addGhostForces(const ContactViews<float>&, std::size_t, const std::vector<Octet<float>>&);

}  // namespace talus::grains
