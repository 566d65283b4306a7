#pragma once
#include <atomic>

#include "talus/couple/erosion/bed/bed.h"
#include "talus/couple/erosion/fields.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/step/stage.h"

/// What the points of a bed see of the water over it, whatever the ground is made of.
namespace talus::couple::erosion {

/// A particle that a point sees.
struct Seen {
    std::uint32_t particle;  ///< of Bed::near
    double weight;
};

/// A room: which particles are near the ground; and those that each point sees.
struct Sight {
    exec::Array<std::uint32_t> is, before;
    exec::Array<std::uint32_t> count, first;
    std::vector<Seen> seen;
};

/// What listNear() and seeFlow() read.
std::vector<step::FieldRef> seenFields();

/// Puts the rows for which near(row) holds into Bed::near, with what they carry.
template <class Near>
void listNear(step::Step& step, const Setup& setup, Bed& bed, Sight& sight, Near near) {
    constexpr std::size_t rows_at_once = 512;
    const auto position = step.read(water::water_table, water::fields::position);
    const auto sediment = step.read(water::water_table, fields::sediment);
    const std::size_t count = position.size();
    sight.is.resize(count);
    sight.before.resize(count);
    const auto is = sight.is.view(), before = sight.before.view();
    exec::for_each(
        step.exec, count, [&](std::size_t i) { is[i] = near(i); }, rows_at_once);
    const std::uint32_t all = exec::exclusive_scan(step.exec, std::as_const(sight.is).view(), before);
    bed.near.resize(all);
    bed.near_place.resize(all);
    bed.near_sinking.resize(all);
    const auto rows = bed.near.view();
    const auto places = bed.near_place.view();
    const auto sinking = bed.near_sinking.view();
    exec::for_each(step.exec, count, [=, &setup](std::size_t i) {
        if (!is[i]) return;
        rows[before[i]] = static_cast<std::uint32_t>(i);
        places[before[i]] = environment::wrapped(setup.smoothing.domain, position[i]);
        const double fraction = setup.fraction(sediment[i]);
        sinking[before[i]] = fraction > 0 ? fraction * setup.hindrance(fraction) : 0;
    });
}

/// Who sees whom: by particles, in the bed; and by points, in the room.
/// @param forPoints calls take(point) for the points that may be near a place, in their order
template <class ForPointsNear>
void listShares(const exec::Exec& exec, const Setup& setup, Bed& bed, Sight& sight, ForPointsNear forPoints) {
    constexpr std::size_t parts_at_once = 8;
    const std::size_t near = bed.near.size(), parts = (near + Bed::together - 1) / Bed::together;
    const auto places = std::as_const(bed.near_place).view();
    const environment::Periodic& domain = setup.smoothing.domain;
    const BedKernel kernel(setup.smoothing.support, domain);
    bed.shares.resize(std::max(bed.shares.size(), parts));
    sight.count.clear();
    sight.count.resize(bed.points.size());
    sight.first.resize(bed.points.size());
    const auto count = sight.count.view();
    exec::for_each(
        exec, parts,
        [&](std::size_t part) {
            Bed::Shares& shares = bed.shares[part];
            shares.all.clear();
            shares.first[0] = 0;
            for (std::size_t k = 0; k < Bed::together; ++k) {
                if (const std::size_t row = part * Bed::together + k; row < near)
                    forPoints(places[row], [&](std::size_t p) {
                        const double w = kernel(bed.points[p].place, places[row]);
                        if (!(w > 0) || !bed.points[p].counts) return;
                        shares.all.push_back({static_cast<std::uint32_t>(p), w});
                        std::atomic_ref(count[p]).fetch_add(1, std::memory_order_relaxed);
                    });
                shares.first[k + 1] = static_cast<std::uint32_t>(shares.all.size());
            }
        },
        parts_at_once);
    const std::uint32_t all =
        exec::exclusive_scan(exec, std::as_const(sight.count).view(), sight.first.view());
    sight.seen.resize(all);
    sight.count.clear();
    sight.count.resize(bed.points.size());
    const auto first = std::as_const(sight.first).view();
    exec::for_each(
        exec, parts,
        [&](std::size_t part) {
            const Bed::Shares& shares = bed.shares[part];
            for (std::size_t k = 0; k < Bed::together; ++k)
                for (std::uint32_t s = shares.first[k]; s < shares.first[k + 1]; ++s) {
                    const std::uint32_t p = shares.all[s].point;
                    const std::uint32_t at =
                        std::atomic_ref(count[p]).fetch_add(1, std::memory_order_relaxed);
                    sight.seen[first[p] + at] = {static_cast<std::uint32_t>(part * Bed::together + k),
                                                 shares.all[s].weight};
                }
        },
        parts_at_once);
}

/// What each point sees: how wet it is, the flow along it, and the stress of that.
void seeFlow(step::Step& step, const Setup& setup, Bed& bed, Sight& sight);

}  // namespace talus::couple::erosion
