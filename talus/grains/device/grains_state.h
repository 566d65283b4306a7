#pragma once
#include "talus/environment/contact/face_touch.h"
#include "talus/environment/wall_view.h"
#include "talus/exec/sort.h"
#include "talus/grains/law/law_table.h"
#include "talus/grains/search/contact_list.h"
#include "talus/state/device/device_or_host_table.h"

// State and scratch of the grain step in the memory where its loops run: of a device, or of the processor.
namespace talus::grains::device {

using environment::WallView;
using exec::DeviceOrHostArray;
using exec::View;
using state::device::DeviceOrHostTable;

/// View of a LawTable.
struct LawView {
    std::size_t materials = 0;
    View<const LawConstants> laws;

    TALUS_HD const LawConstants& at(std::size_t a, std::size_t b) const { return laws[a * materials + b]; }
};

/// The tables of the world that the loops of a step work on.
struct GrainTables {
    DeviceOrHostTable grains, blocks, halo, contacts, wall_contacts;

    explicit GrainTables(exec::Device where)
        : grains(where), blocks(where), halo(where), contacts(where), wall_contacts(where) {}
    void upload(const state::World& world);
    void download(state::World& world) const;
    /// Precision of the scene, read from the table of grains.
    Precision precision() const;
};

/// Indices made from the contact list, for loops with one thread per pair and with one thread per grain.
struct PairIndex {
    DeviceOrHostArray<std::uint32_t> first, second;  ///< rows of the two grains of each listed pair
    DeviceOrHostArray<std::uint8_t> image;           ///< periodic copy of the second grain
    /// The pairs of each grain: those of grain i are pair[begin[i]] to pair[begin[i + 1] - 1]. An entry is 2
    /// * row where the grain is the first of the pair, and 2 * row + 1 where it is the second. Pairs of the
    /// grain's own block come first, then those of the halos that contain it, each in the order of the list.
    DeviceOrHostArray<std::uint32_t> begin, pair;
    /// Sort key of each entry of `pair`, ascending: the grain in the upper 32 bits; below, 0 for a pair of
    /// its own block, else 1 + the row of the halo.
    DeviceOrHostArray<std::uint64_t> keys;

    explicit PairIndex(exec::Device where)
        : first(where), second(where), image(where), begin(where), pair(where), keys(where) {}

    exec::SortScratch sort;
};

/// Computes the index from the contact list. Trouble when there are more pairs than 32 bits can number.
std::optional<step::Trouble> indexPairs(const exec::Exec& exec, GrainTables& tables, PairIndex& index);

/// Forces of each pair, before they are summed for each grain.
template <class Real>
struct PairForces {
    DeviceOrHostArray<Vec3<Real>> force, on_first, on_second;

    explicit PairForces(exec::Device where) : force(where), on_first(where), on_second(where) {}
};

/// What does not change during a run, or depends on time alone.
struct Settings {
    LawView laws;
    WallView walls;
    environment::Periodic domain;
    Vec3d gravity;
    bool spin = true;
    bool resists_turning = false;
};

/// The stage ContactForces (contact_forces.h), with the same bits.
template <class Real>
void contactForces(const exec::Exec& exec, const Settings& settings, View<const std::uint8_t> fixed,
                   double dt, GrainTables& tables, const PairIndex& index, PairForces<Real>& pairs);

/// Loads on walls, one row for each wall: sums over the steps of a frame. The other members are scratch.
struct WallSums {
    DeviceOrHostArray<Vec3d> force, torque;
    DeviceOrHostArray<std::uint32_t> wall_of_row;
    DeviceOrHostArray<double> load_of_row;
    DeviceOrHostArray<Vec3d> partial_force, partial_torque;  ///< sum over a chunk of rows, for each wall
    DeviceOrHostArray<environment::FaceTouch> touches;

    explicit WallSums(exec::Device where)
        : force(where),
          torque(where),
          wall_of_row(where),
          load_of_row(where),
          partial_force(where),
          partial_torque(where),
          touches(where) {}
};

/// The stage CollideWalls (wall_forces.h), with the same bits.
void wallForces(const exec::Exec& exec, const Settings& settings, double dt, GrainTables& tables,
                WallSums& sums);

/// The stage HoldFixed (hold_fixed.h). @param fixed by material
void holdFixed(const exec::Exec& exec, View<const std::uint8_t> fixed, GrainTables& tables);

/// Settings of the stages KickAndDrift and Kick (integrate.h).
struct Motion {
    double h;     ///< duration of the kick [s]
    double keep;  ///< share of the velocity that is kept
    bool spin;
};
/// @param deferred as in kick_grain.h
void kickAndDrift(const exec::Exec& exec, const Motion& motion, double dt, std::size_t deferred,
                  GrainTables& tables);
void kick(const exec::Exec& exec, const Motion& motion, GrainTables& tables);

/// Whether any grain has moved further than its allowance. A drift that is NaN counts as too far.
bool hasLeft(const exec::Exec& exec, const GrainTables& tables);

}  // namespace talus::grains::device
