#include "talus/grains/visits.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"

namespace talus::grains {

void listVisits(const exec::Exec& exec, bool by_both, state::Table& blocks, state::Table& halo) {
    const auto grain = std::as_const(halo).read(fields::halo_grain);
    const auto grains_end = std::as_const(blocks).read(fields::grains_end);
    const auto visit = halo.write(fields::visit);
    const auto visits_end = blocks.write(fields::visits_end);
    exec::Array<std::uint64_t> keys(grain.size());
    exec::for_each(exec, grain.size(), [&](std::size_t h) {
        keys.data()[h] = grain[h];
        visit[h] = static_cast<std::uint32_t>(h);
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, keys.view(), visit, scratch);
    exec::for_each(exec, visits_end.size(), [&](std::size_t b) {
        const auto* const end = std::lower_bound(keys.data(), keys.data() + keys.size(), grains_end[b]);
        visits_end[b] = by_both ? 0 : static_cast<std::uint32_t>(end - keys.data());
    });
}

template <class Real>
void addVisits(const ContactViews<Real>& v, std::size_t block, const std::vector<Octet<Real>>& sums) {
    for (std::size_t k = block == 0 ? 0 : v.list.visits_end[block - 1]; k < v.list.visits_end[block]; ++k) {
        const std::size_t h = v.list.visit[k], i = v.list.halo_grain[h];
        v.force[i] += sums[h].low.xyz();
        v.torque[i] += sums[h].high.xyz();
    }
}

template void addVisits(const ContactViews<double>&, std::size_t, const std::vector<Octet<double>>&);
template void addVisits(const ContactViews<float>&, std::size_t, const std::vector<Octet<float>>&);

}  // namespace talus::grains
