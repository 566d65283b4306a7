#pragma once
#include <algorithm>
#include <memory>

#include "talus/couple/hybrid/column_store.h"
#include "talus/couple/hybrid/hybrid.h"
#include "talus/couple/hybrid/sand_pattern.h"
#include "talus/environment/walls.h"
#include "talus/step/stage.h"

namespace talus::couple {

inline constexpr const char* exchange_table = "exchange";

namespace fields {
// One row: grains that came out of the ground so far. (Grains that became ground: grains/fields.h, absorbed.)
inline constexpr state::Field<std::uint64_t> released{"released", "",
                                                      "number of grains that came out of the ground so far"};
inline constexpr state::Field<double> released_mass{"released_mass", "kg",
                                                    "mass of the grains that came out of the ground so far"};
}  // namespace fields

/// The exchange between grains and ground. In every round, `hybrid.interval` apart:
///
/// 1. A grain settles if it has stayed in its position for `quiet`, with ground or settled grains under it.
///    It does not move any more, and other grains have contact with it as with a wall. A settled grain
///    becomes free if a moving wall or body comes near, or if it has fewer than `layers` grains over it and a
///    moving grain comes near.
/// 2. A settled grain becomes ground if `shell` settled and covered grains lie over it, none lies under it,
///    and no free grain is beside it. The columns around hold its mass and rise by its bulk volume. So moving
///    grains always lie on real grains.
/// 3. Ground within reach of moving walls and bodies, and bare ground that is too steep, becomes grains
///    again, with the radii and positions of before. Grains of pristine sand get positions when they first
///    come out.
///
/// Mass is conserved to the last bit. A round depends on positions alone, so it may come between any two
/// steps.
struct Exchange {
    static constexpr const char* name = "exchange with ground";

    Hybrid hybrid;
    std::shared_ptr<const ColumnStore::Setup> columns;
    std::shared_ptr<const SandPattern> pattern;
    std::shared_ptr<const environment::Walls> walls;
    double largest_radius = 0;   ///< of all grains [m]
    Vec3d gravity;               ///< [m/s^2]
    std::uint16_t pristine = 0;  ///< material of the sand that is there from the start

    /// Width of the margin around the free grains near moving walls [m]. In this margin ground becomes grains
    /// that are settled, so they are in their positions before others can move there.
    double apron() const { return 2 * std::max(columns->grid.spacing, 2 * largest_radius); }

    step::Access access() const;
    void run(step::Step& step);
};

/// Adds the table of grains that came out of the ground.
void addExchangeTable(state::World& world);

/// Counts of the exchange so far. Mass is conserved: the sum of all grains, of sinks and of the ground
/// changes only by what emitters add.
struct Ledger {
    std::uint64_t settled = 0;   ///< grains that are settled now
    std::uint64_t absorbed = 0;  ///< grains that became ground
    std::uint64_t released = 0;  ///< grains that came out of the ground
    double stored_mass = 0;      ///< in the ground now [kg]
};
Ledger ledgerOf(const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple
