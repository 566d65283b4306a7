#pragma once
#include "talus/exec/exec.h"
#include "talus/particles/emit/ledger.h"
#include "talus/particles/fields.h"
#include "talus/state/world.h"

namespace talus::particles {

/// Sums and bounds of a whole system. Sums are in a fixed order, with the same bits for any number of
/// threads.
struct Measures {
    std::uint64_t count = 0;
    Totals holding;
    double fastest = 0;         ///< [m/s]
    double largest_radius = 0;  ///< [m]
    Vec3d low, high;            ///< corners of the box around the centres [m]; both 0 without particles
};
Measures measure(const exec::Exec& exec, const state::World& world, const TableNames& tables);

/// Particles that were made and removed so far.
struct Ledger {
    std::uint64_t emitted = 0, aged = 0, sunk = 0;
    Totals in, out;
};
Ledger ledgerOf(const state::World& world, const TableNames& tables);

/// Mean force of the particles on a wall since the start of the frame [N].
Vec3d loadOn(const state::World& world, const TableNames& tables, std::size_t wall);
/// Mean torque of the particles about the wall's reference point since the start of the frame [N m].
Vec3d torqueOn(const state::World& world, const TableNames& tables, std::size_t wall);
/// The same on the ground, in a scene that has it; the torque about the origin.
Vec3d loadOnGround(const state::World& world, const TableNames& tables);
Vec3d torqueOnGround(const state::World& world, const TableNames& tables);
/// Resets the sums at the start of a frame.
void clearLoads(state::World& world, const TableNames& tables);

}  // namespace talus::particles
