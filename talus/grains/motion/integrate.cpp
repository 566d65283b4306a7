#include "talus/grains/motion/integrate.h"

#include <atomic>
#include <memory>

#include "talus/grains/clumps/ball_runs.h"
#include "talus/grains/motion/kick_grain.h"
#include "talus/grains/search/allowance.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/search/moved_ahead.h"
#include "talus/grains/search/unsettled_runs.h"

// Velocity Verlet (Swope, Andersen, Berens, Wilson 1982) in kick-drift-kick form:
//     v += F/m dt/2,  x += v dt,  F = F(x, v),  v += F/m dt/2
// Contact forces are computed with the velocities at the middle of the step, as in LAMMPS.
namespace talus::grains {
namespace {

KickGrain kickOf(step::Step& step, Precision precision, double h, double keep, bool spins) {
    return {forcesIn(precision, [&](const auto& field) { return step.read(grains_table, field); }),
            step.read(grains_table, fields::mass),
            step.read(grains_table, fields::radius),
            step.write(grains_table, fields::velocity),
            step.write(grains_table, fields::spin),
            h,
            keep,
            spins};
}

/// Calls move(begin, end) for the ranges of balls that are awake and not settled.
template <class Move>
step::RangeWork forAwake(const step::Step& step, bool settles, bool clumps, Move move) {
    const Sleepers sleepers = Sleepers::of(step);
    const auto settled =
        settles ? step.read(grains_table, fields::settled) : state::View<const std::uint8_t>{};
    const auto clump = clumps ? step.read(grains_table, fields::clump) : state::View<const std::uint32_t>{};
    return {.rows = step.rows(grains_table),
            .part = sleepers.part(),
            .on =
                [=](std::size_t begin, std::size_t end) {
                    if (sleepers.have(begin)) return;  // the range is within one block
                    forUnsettledRuns(settled, begin, end, [&](std::size_t first, std::size_t last) {
                        forBallRuns(clump, first, last, move);
                    });
                },
            .close = {}};
}

KickAndDriftGrain moveOf(step::Step& step, const KickAndDrift& stage, bool twice) {
    return {kickOf(step, stage.precision, stage.share * step.dt, stage.keep, stage.spin),
            step.write(grains_table, fields::position), step.write(grains_table, fields::drift), step.dt,
            // Grains that appeared after the step before have no deferred kick.
            twice ? step.read(search_table, fields::listed)[0] : 0};
}

step::Access kickAccess(bool settles, bool clumps, Precision precision) {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &mass},
                                  {grains_table, &radius},
                                  {grains_table, &velocity},
                                  {grains_table, &fields::spin}},
                        .writes = {{grains_table, &velocity}, {grains_table, &fields::spin}},
                        .resizes = {}};
    for (const state::FieldInfo* field : forceFields(precision))
        access.reads.push_back({grains_table, field});
    for (const step::FieldRef& field : Sleepers::reads()) access.reads.push_back(field);
    if (settles) access.reads.push_back({grains_table, &settled});
    if (clumps) access.reads.push_back({grains_table, &clump});
    return access;
}

}  // namespace

step::Access KickAndDrift::access() const {
    step::Access access = kickAccess(settles, clumps, precision);
    using namespace fields;
    for (const state::FieldInfo* field :
         {static_cast<const state::FieldInfo*>(&position), static_cast<const state::FieldInfo*>(&drift)}) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    access.reads.push_back({search_table, &listed});
    access.reads.push_back({search_table, &moved_ahead});
    return access;
}

step::RangeWork KickAndDrift::ranges(step::Step& step) const {
    if (isMovedAhead(step)) return {};
    const KickAndDriftGrain move = moveOf(step, *this, after_kick && step.in_row.follows);
    return forAwake(step, settles, clumps,
                    [move](std::size_t begin, std::size_t end) { kickAndDrift(move, begin, end); });
}

step::RangeWork MoveAhead::ranges(step::Step& step) const {
    // Up to the time of the next step plus one dt, as a margin for the rounding of the clock.
    const bool ahead = step.in_row.goes_on &&
                       !anyPours(spouts, step.read(emitters_table, fields::emitted),
                                 step.read(emitters_table, fields::next_round), step.time() + 2 * step.dt);
    step.write(search_table, fields::moved_ahead)[0] = ahead;
    if (!ahead) return {};
    const auto any_left = std::make_shared<std::atomic<bool>>(false);
    const HasLeft has_left{step.read(grains_table, fields::drift),
                           step.read(grains_table, fields::allowance)};
    step::RangeWork work = forAwake(
        step, move.settles, move.clumps,
        [all = moveOf(step, move, move.after_kick), has_left, any_left](std::size_t begin, std::size_t end) {
            kickAndDrift(all, begin, end);
            std::uint32_t left = 0;
            for (std::size_t i = begin; i < end; ++i) left |= has_left(i);
            if (left != 0) any_left->store(true, std::memory_order_relaxed);
        });
    work.close = [any_left, due = step.write(search_table, fields::search_due)] {
        if (any_left->load()) due[0] = 1;
    };
    return work;
}

step::Access MoveAhead::access() const {
    step::Access access = move.access();
    access.reads.push_back({grains_table, &fields::allowance});
    access.reads.push_back({emitters_table, &fields::emitted});
    access.reads.push_back({emitters_table, &fields::next_round});
    access.writes.push_back({search_table, &fields::moved_ahead});
    access.writes.push_back({search_table, &fields::search_due});
    return access;
}

step::Access Kick::access() const { return kickAccess(settles, clumps, precision); }

step::RangeWork Kick::ranges(step::Step& step) const {
    if (step.in_row.goes_on) return {};
    const KickGrain kick = kickOf(step, precision, share * step.dt, 1, spin);
    return forAwake(step, settles, clumps, [kick](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) kick(i);
    });
}

}  // namespace talus::grains
