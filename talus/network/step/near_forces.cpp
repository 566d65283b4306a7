#include "talus/network/step/near_forces.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/network/law/linear_block.h"

namespace talus::network {
namespace {

/// Pairs that one link joins, until there are enough for a block.
struct Batch {
    std::size_t count = 0;
    std::array<std::uint32_t, pairs_of_block> first, second;
};

/// Sums the forces of the pairs of one block of masses.
template <int Dimensions>
class PairsOfBlock {
  public:
    PairsOfBlock(const Setup& setup, const NearMasses& near, std::size_t block, NearForces& out)
        : setup_(setup),
          near_(near),
          block_(block),
          end_(near.end(block)),
          sum_(out.sorted.data()),
          later_(out.later[block]),
          batches_(setup.links.size()),
          formulas_(setup) {}

    void sum() {
        std::fill(sum_ + near_.begin(block_), sum_ + end_, Vec3d{});
        later_.clear();
        near_.forPairs(block_, [this](std::size_t k, std::size_t other) { add(k, other); });
        for (std::size_t link = 0; link < batches_.size(); ++link) finish(link);
    }

  private:
    void add(std::size_t k, std::size_t other) {
        for (const std::uint32_t link :
             setup_.near[near_.group(k) * setup_.groups.size() + near_.group(other)]) {
            Batch& batch = batches_[link];
            batch.first[batch.count] = static_cast<std::uint32_t>(k);
            batch.second[batch.count] = static_cast<std::uint32_t>(other);
            if (++batch.count == pairs_of_block) finish(link);
        }
    }

    static void set(const Vec3d& v, std::size_t n, BlockVectors& all) {
        if constexpr (Dimensions > 1) all.x[n] = v.x;
        if constexpr (Dimensions > 2) all.y[n] = v.y;
        all.z[n] = v.z;
    }
    static Vec3d get(const BlockVectors& all, std::size_t n) {
        if constexpr (Dimensions == 1) return {0, 0, all.z[n]};
        if constexpr (Dimensions == 2) return {all.x[n], 0, all.z[n]};
        return {all.x[n], all.y[n], all.z[n]};
    }

    /// Adds the forces of the pairs that wait for a link.
    void finish(std::size_t link) {
        Batch& batch = batches_[link];
        const LinkLaw& law = setup_.laws[link];
        BlockVectors apart, before, force;
        for (std::size_t n = 0; n < batch.count; ++n) {
            const std::size_t i = batch.first[n], j = batch.second[n];
            const Vec3d now = near_.position(j) - near_.position(i);
            set(now, n, apart);
            set(now - (near_.velocity(j) - near_.velocity(i)) * setup_.step(), n, before);
        }
        if (LinearLaw::is(law) && law.length > 0) {
            pushAlong<Dimensions>(LinearLaw(law, setup_.step()), [&](std::size_t) { return law.length; },
                                  apart, before, batch.count,
                                  {force.x.data(), force.y.data(), force.z.data()});
        } else {
            for (std::size_t n = 0; n < batch.count; ++n) {
                const Pair pair{get(apart, n), get(before, n), setup_.step()};
                set(forceOf(law, pair, formulas_), n, force);
            }
        }
        for (std::size_t n = 0; n < batch.count; ++n) {
            const Vec3d on_first = get(force, n);
            sum_[batch.first[n]] += on_first;
            if (batch.second[n] < end_)
                sum_[batch.second[n]] -= on_first;
            else
                later_.push_back({batch.second[n], -on_first});
        }
        batch.count = 0;
    }

    const Setup& setup_;
    const NearMasses& near_;
    std::size_t block_, end_;  ///< the block, and the end of its masses
    Vec3d* sum_;
    std::vector<NearForces::Later>& later_;
    std::vector<Batch> batches_;  ///< of each link
    Formulas formulas_;
};

}  // namespace

step::Access FindNearForces::access() const {
    step::Access access{
        .reads = massFields(), .writes = {}, .resizes = {}, .produces = {near_forces_scratch}};
    access.reads_scratch.push_back(near_scratch);
    return access;
}

void FindNearForces::run(step::Step& step) const {
    const NearMasses& near = step.readScratch<NearMasses>(near_scratch);
    NearForces& out = step.produce<NearForces>(near_forces_scratch);
    out.sorted.resize(near.size());
    out.on.resize(near.size());
    out.later.resize(near.blocks());
    exec::for_each(
        step.exec, near.blocks(),
        [&](std::size_t block) {
            if (setup->network.dimensions == 1) PairsOfBlock<1>(*setup, near, block, out).sum();
            if (setup->network.dimensions == 2) PairsOfBlock<2>(*setup, near, block, out).sum();
            if (setup->network.dimensions == 3) PairsOfBlock<3>(*setup, near, block, out).sum();
        },
        1);
    for (const std::vector<NearForces::Later>& block : out.later)
        for (const NearForces::Later& later : block) out.sorted[later.k] += later.force;
    exec::for_each(step.exec, near.size(), [&](std::size_t k) { out.on[near.row(k)] = out.sorted[k]; });
}

}  // namespace talus::network
