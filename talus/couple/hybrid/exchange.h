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
// One row: what came out of the ground so far. (What went in: grains/fields.h, absorbed.)
inline constexpr state::Field<std::uint64_t> released{"released", "", "grains that came out of the ground"};
inline constexpr state::Field<double> released_mass{"released_mass", "kg", "their mass"};
}  // namespace fields

/// Grains become ground, and ground becomes grains. In every round, `hybrid.interval` apart:
///
/// 1. A grain that has stayed in its place for `quiet`, with ground or settled grains under it, settles: it
///    does not move any more, and others touch it as they touch a wall. One that walls or bodies come near to
///    is free again; so is one with fewer than `layers` grains over it that grains come near to.
/// 2. A settled grain with `shell` settled and covered ones over it, none under it and no free one beside it
///    becomes ground: the columns around hold its mass and rise by its bulk volume. So what moves lies on
///    real grains.
/// 3. Ground within reach of walls and bodies that move, and bare ground that is too steep, becomes the
///    grains again that it was, where they were. Those of pristine sand get their places when they are first
///    asked for.
///
/// Mass goes over to the last bit. Rounds depend on positions alone, so they may come within a row of steps.
struct Exchange {
    static constexpr const char* name = "exchange with ground";

    Hybrid hybrid;
    std::shared_ptr<const ColumnStore::Setup> columns;
    std::shared_ptr<const SandPattern> pattern;
    std::shared_ptr<const environment::Walls> walls;
    double largest_radius = 0;   ///< of all grains [m]
    Vec3d gravity;               ///< [m/s^2]
    std::uint16_t pristine = 0;  ///< material of the sand that is there from the start

    /// So far around what is freed by what moves, ground becomes grains that are held [m]: they are in their
    /// places before anything else can come there.
    double apron() const { return 2 * std::max(columns->grid.spacing, 2 * largest_radius); }

    step::Access access() const;
    void run(step::Step& step);
};

/// Adds the table of what came out.
void addExchangeTable(state::World& world);

/// What became of grains so far. Mass is kept: that of all grains, in sinks and stored stays the same but for
/// what emitters add.
struct Ledger {
    std::uint64_t settled = 0;   ///< grains that are now
    std::uint64_t absorbed = 0;  ///< grains that became ground
    std::uint64_t released = 0;  ///< grains that came out of it
    double stored_mass = 0;      ///< in the ground now [kg]
};
Ledger ledgerOf(const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple
