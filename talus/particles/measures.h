#pragma once
#include "talus/exec/exec.h"
#include "talus/particles/emit/ledger.h"
#include "talus/particles/fields.h"
#include "talus/state/world.h"

namespace talus::particles {

/// A system as a whole: sums in a fixed order, with the same bits for any number of threads.
struct Measures {
    std::uint64_t count = 0;
    Totals holding;
    double fastest = 0;         ///< [m/s]
    double largest_radius = 0;  ///< [m]
    Vec3d low, high;            ///< corners of the box around the centres [m]; both 0 where there are none
};
Measures measure(const exec::Exec& exec, const state::World& world, const TableNames& tables);

/// What came in and went out so far.
struct Ledger {
    std::uint64_t emitted = 0, aged = 0, sunk = 0;
    Totals in, out;
};
Ledger ledgerOf(const state::World& world, const TableNames& tables);

/// Mean force of the particles on a wall over this frame so far [N].
Vec3d loadOn(const state::World& world, const TableNames& tables, std::size_t wall);
/// Their mean torque about its reference point, likewise [N m].
Vec3d torqueOn(const state::World& world, const TableNames& tables, std::size_t wall);
/// The same on the ground, in a scene that has it; the torque about the origin.
Vec3d loadOnGround(const state::World& world, const TableNames& tables);
Vec3d torqueOnGround(const state::World& world, const TableNames& tables);
/// Begins a new frame's sums.
void clearLoads(state::World& world, const TableNames& tables);

}  // namespace talus::particles
