#pragma once
#include <atomic>

#include "talus/couple/erosion/bed/bed.h"
#include "talus/couple/erosion/fields.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/step/stage.h"

/// Samples the flow at the points of a bed. The same for ground as columns and as a volume.
namespace talus::couple::erosion {

/// A particle near a point.
struct Neighbour {
    std::uint32_t particle;  ///< index in Bed::near
    double weight;           ///< kernel [1/m^3]
};

/// Scratch: the particles near the ground, and the neighbours of each point.
struct FlowScratch {
    exec::Array<std::uint32_t> is_near;  ///< of each particle: 1 near the ground, else 0
    exec::Array<std::uint32_t> offset;   ///< of each particle: how many before it are near
    exec::Array<std::uint32_t> count;    ///< of each point: number of its neighbours
    exec::Array<std::uint32_t> first;    ///< of each point: index of its first one in `neighbours`
    std::vector<Neighbour> neighbours;   ///< point by point
};

/// The fields that listNearParticles() and sampleFlow() read.
std::vector<step::FieldRef> sampledFields();

/// Fills Bed::near with the rows for which near(row) holds, and the arrays that go with it.
template <class Near>
void listNearParticles(step::Step& step, const Setup& setup, Bed& bed, FlowScratch& scratch, Near near) {
    constexpr std::size_t rows_at_once = 512;
    const auto position = step.read(water::water_table, water::fields::position);
    const auto sediment = step.read(water::water_table, fields::sediment);
    const std::size_t count = position.size();
    scratch.is_near.resize(count);
    scratch.offset.resize(count);
    const auto is_near = scratch.is_near.view(), offset = scratch.offset.view();
    exec::for_each(
        step.exec, count, [&](std::size_t i) { is_near[i] = near(i); }, rows_at_once);
    const std::uint32_t total =
        exec::exclusive_scan(step.exec, std::as_const(scratch.is_near).view(), offset);
    bed.near.resize(total);
    bed.near_position.resize(total);
    bed.near_sinking.resize(total);
    const auto rows = bed.near.view();
    const auto near_position = bed.near_position.view();
    const auto sinking = bed.near_sinking.view();
    exec::for_each(step.exec, count, [=, &setup](std::size_t i) {
        if (!is_near[i]) return;
        rows[offset[i]] = static_cast<std::uint32_t>(i);
        near_position[offset[i]] = environment::wrapped(setup.smoothing.domain, position[i]);
        const double fraction = setup.fraction(sediment[i]);
        sinking[offset[i]] = fraction > 0 ? fraction * setup.hindrance(fraction) : 0;
    });
}

/// Lists all pairs of a particle and a point with their weights: by particle in Bed::shares, by point in the
/// scratch.
/// @param forPoints forPoints(position, take) calls take(point) for all points that may be near the position,
/// always in the same order
template <class ForPointsNear>
void listWeights(const exec::Exec& exec, const Setup& setup, Bed& bed, FlowScratch& scratch,
                 ForPointsNear forPoints) {
    constexpr std::size_t chunks_at_once = 8, per_chunk = Bed::particles_per_chunk;
    const std::size_t near = bed.near.size(), chunks = (near + per_chunk - 1) / per_chunk;
    const auto position = std::as_const(bed.near_position).view();
    const environment::Periodic& domain = setup.smoothing.domain;
    const PointKernel kernel(setup.smoothing.support, domain);
    bed.shares.resize(std::max(bed.shares.size(), chunks));
    scratch.count.clear();
    scratch.count.resize(bed.points.size());
    scratch.first.resize(bed.points.size());
    const auto count = scratch.count.view();
    exec::for_each(
        exec, chunks,
        [&](std::size_t chunk) {
            Bed::Shares& shares = bed.shares[chunk];
            shares.all.clear();
            shares.first[0] = 0;
            for (std::size_t k = 0; k < per_chunk; ++k) {
                if (const std::size_t row = chunk * per_chunk + k; row < near)
                    forPoints(position[row], [&](std::size_t p) {
                        const double w = kernel(bed.points[p].position, position[row]);
                        if (!(w > 0) || !bed.points[p].counts) return;
                        shares.all.push_back({static_cast<std::uint32_t>(p), w});
                        std::atomic_ref(count[p]).fetch_add(1, std::memory_order_relaxed);
                    });
                shares.first[k + 1] = static_cast<std::uint32_t>(shares.all.size());
            }
        },
        chunks_at_once);
    const std::uint32_t total =
        exec::exclusive_scan(exec, std::as_const(scratch.count).view(), scratch.first.view());
    scratch.neighbours.resize(total);
    // Counted again, as the next free slot of each point.
    scratch.count.clear();
    scratch.count.resize(bed.points.size());
    const auto first = std::as_const(scratch.first).view();
    exec::for_each(
        exec, chunks,
        [&](std::size_t chunk) {
            const Bed::Shares& shares = bed.shares[chunk];
            for (std::size_t k = 0; k < per_chunk; ++k)
                for (std::uint32_t s = shares.first[k]; s < shares.first[k + 1]; ++s) {
                    const std::uint32_t p = shares.all[s].point;
                    const std::uint32_t slot =
                        std::atomic_ref(count[p]).fetch_add(1, std::memory_order_relaxed);
                    scratch.neighbours[first[p] + slot] = {static_cast<std::uint32_t>(chunk * per_chunk + k),
                                                           shares.all[s].weight};
                }
        },
        chunks_at_once);
}

/// Computes at each point its wet share, the flow along the bed, and the shear stress.
void sampleFlow(step::Step& step, const Setup& setup, Bed& bed, FlowScratch& scratch);

}  // namespace talus::couple::erosion
