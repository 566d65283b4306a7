#pragma once
#include "talus/environment/wall_view.h"
#include "talus/exec/sort.h"
#include "talus/grains/forces/wall_touch.h"
#include "talus/grains/law/law_table.h"
#include "talus/grains/search/contact_list.h"
#include "talus/state/device/placed_table.h"

// What the grain step keeps where its loops run: on a device, or on the processor.
namespace talus::grains::device {

using environment::WallView;
using exec::PlacedArray;
using exec::View;
using state::device::PlacedTable;

/// A LawTable as loops read it.
struct LawView {
    std::size_t materials = 0;
    View<const LawConstants> laws;

    TALUS_HD const LawConstants& at(std::size_t a, std::size_t b) const { return laws[a * materials + b]; }
};

/// The tables of the world that the loops of a step work on.
struct GrainTables {
    PlacedTable grains, blocks, halo, contacts, wall_contacts;

    explicit GrainTables(exec::Device where)
        : grains(where), blocks(where), halo(where), contacts(where), wall_contacts(where) {}
    void upload(const state::World& world);
    void download(state::World& world) const;
    /// Of the scene, by the table of grains.
    Precision precision() const;
};

/// What follows from the contact list, for loops of one thread a pair and one thread a grain.
struct PairIndex {
    PlacedArray<std::uint32_t> first, second;  ///< rows in the table of grains, one a listed pair
    PlacedArray<std::uint8_t> image;           ///< of the second
    /// The pairs that act on each grain: grain i has those from begin[i] to begin[i + 1] of `pair`. 2 * row
    /// where it is the pair's first grain, 2 * row + 1 where it is the second. Those of its own block come
    /// first, then those of the halos that it is in, each in the order of the list.
    PlacedArray<std::uint32_t> begin, pair;
    /// By the places of `pair`, rising: the grain, above the bits of which of these that is (0: its own
    /// block; else one more than the row of the halo).
    PlacedArray<std::uint64_t> keys;

    explicit PairIndex(exec::Device where)
        : first(where), second(where), image(where), begin(where), pair(where), keys(where) {}

    exec::SortScratch sort;
};

/// Finds them anew. Trouble when there are more pairs than numbers for them.
std::optional<step::Trouble> indexPairs(const exec::Exec& exec, GrainTables& tables, PairIndex& index);

/// Forces of single pairs, before each grain gathers its own.
template <class Real>
struct PairForces {
    PlacedArray<Vec3<Real>> force, on_first, on_second;

    explicit PairForces(exec::Device where) : force(where), on_first(where), on_second(where) {}
};

/// What does not change during a run, or only with time.
struct Settings {
    LawView laws;
    WallView walls;
    environment::Periodic domain;
    Vec3d gravity;
    bool spin = true;
    bool resists_turning = false;
};

/// ContactForces (contact_forces.h), with the same bits.
template <class Real>
void contactForces(const exec::Exec& exec, const Settings& settings, View<const std::uint8_t> fixed,
                   double dt, GrainTables& tables, const PairIndex& index, PairForces<Real>& pairs);

/// Sums over the steps of a frame, a row each wall.
struct WallSums {
    PlacedArray<Vec3d> force, torque;
    PlacedArray<std::uint32_t> wall_of_row;
    PlacedArray<double> load_of_row;
    PlacedArray<Vec3d> partial_force, partial_torque;  ///< of a chunk of rows on a wall
    PlacedArray<FaceTouch> touches;

    explicit WallSums(exec::Device where)
        : force(where),
          torque(where),
          wall_of_row(where),
          load_of_row(where),
          partial_force(where),
          partial_torque(where),
          touches(where) {}
};

/// CollideWalls (wall_forces.h), with the same bits.
void wallForces(const exec::Exec& exec, const Settings& settings, double dt, GrainTables& tables,
                WallSums& sums);

/// HoldFixed (hold_fixed.h). @param fixed by material
void holdFixed(const exec::Exec& exec, View<const std::uint8_t> fixed, GrainTables& tables);

/// KickAndDrift and Kick (integrate.h). @param deferred as in kick_grain.h
struct Motion {
    double h;     ///< of the kick [s]
    double keep;  ///< share of the motion that is left
    bool spin;
};
void kickAndDrift(const exec::Exec& exec, const Motion& motion, double dt, std::size_t deferred,
                  GrainTables& tables);
void kick(const exec::Exec& exec, const Motion& motion, GrainTables& tables);

/// Whether a grain has gone further than the list allows for; a drift that is not a number has.
bool hasLeft(const exec::Exec& exec, const GrainTables& tables);

}  // namespace talus::grains::device
