#include "talus/sand/check_state.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/sand/fields.h"
#include "talus/sand/grid/kept_stresses.h"
#include "talus/sand/mpm/check_tiles.h"
#include "talus/sand/mpm/tile.h"
#include "talus/sand/sources/spouts.h"

namespace talus::sand {
namespace {

/// Maximum speed over the expected one. A run stops at some 20 times the expected speed (instance.cpp).
constexpr double max_speed = 1000;
/// Largest component of a strain: the volume of a particle then changes by a factor of exp(300).
constexpr float max_strain = 100;

void checkParticles(const Setup& setup, state::StateCheck& check) {
    const state::Table& rows = check.world().table(sand_table);
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const double fastest = max_speed * (setup.fastest + 1), farthest = mpm::max_cells * setup.sand.cell;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Vec3d p = position[i] - setup.origin;
        if (!(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) < farthest))
            return check.fail(sand_table, "position", i, "too far from the origin");
        if (!(length(wide(velocity[i])) < fastest))
            return check.fail(sand_table, "velocity", i, "faster than sand of this scene can be");
    }
    if (!rows.has(fields::strain)) return;
    const auto strain = rows.read(fields::strain), shear = rows.read(fields::shear_strain);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const Vec3f& e : {strain[i], shear[i]})
            if (!(std::max({std::abs(e.x), std::abs(e.y), std::abs(e.z)}) < max_strain))
                return check.fail(sand_table, "strain", i, "not a strain of sand");
    if (!rows.has(fields::maxwell_strain)) return;
    const auto maxwell = rows.read(fields::maxwell_strain);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!(std::abs(maxwell[i]) < max_strain))
            return check.fail(sand_table, "maxwell_strain", i, "not a strain of sand");
}

void checkSpouts(const Setup& setup, state::StateCheck& check) {
    for (std::size_t f = 0; check.ok() && f < setup.spouts.size(); ++f)
        checkLayers(check, spout_table, f, setup.spouts[f], setup.spacing,
                    layerOf(setup.spouts[f], setup.spacing).size());
}

/// Checks that the number of particles added is the number of those present or removed, and that ids are
/// below it.
void checkLedger(state::StateCheck& check) {
    const state::Table& ledger = check.world().table(ledger_table);
    const std::uint64_t made = ledger.read(fields::made)[0], sunk = ledger.read(fields::sunk)[0],
                        fallen = ledger.read(fields::fallen)[0],
                        here = check.world().table(sand_table).size();
    std::uint64_t came = check.rowsAtStart(sand_table);
    const auto flown = check.world().table(spout_table).read(fields::flown),
               refused = check.world().table(spout_table).read(fields::refused);
    for (std::size_t f = 0; f < flown.size(); ++f) {
        if (refused[f] > flown[f]) return check.fail(spout_table, "refused", f, "more than came");
        came = state::saturatingSum(came, flown[f] - refused[f]);
    }
    if (made != came)
        return check.fail(ledger_table, "made", 0,
                          fmt::format("{} particles were there at the start or came in", came));
    check.atMost(ledger_table, fields::sunk, made);
    check.atMost(ledger_table, fields::fallen, made);
    if (!check.ok()) return;
    if (state::saturatingSum(here, state::saturatingSum(sunk, fallen)) != made)
        return check.fail(
            ledger_table, "sunk", 0,
            "together with those that are present or fell it is not the number of particles made");
    check.below(sand_table, fields::id, made);
    if (!(ledger.read(fields::steps)[0] >= 0)) return check.fail(ledger_table, "steps", 0, "below 0");
}

}  // namespace

void checkState(const Setup& setup, state::StateCheck& check) {
    check.finite(sand_table);
    check.rows(ledger_table, 1);
    check.finite(ledger_table);
    check.rows(load_table, setup.boundaries.count());
    check.finite(load_table);
    check.rows(ground_load_table, 1);
    check.finite(ground_load_table);
    check.rows(spout_table, setup.spouts.size());
    for (const auto& [table, rows] :
         {std::pair{load_table, setup.boundaries.count()}, {ground_load_table, std::size_t{1}}})
        for (std::size_t row = 0; check.ok() && row < rows; ++row)
            if (!(check.world().table(table).read(fields::load_time)[row] >= 0))
                check.fail(table, "time", row, "below 0");
    for (const auto* field : {&fields::made, &fields::sunk, &fields::fallen})
        check.byCaller(ledger_table, *field);
    check.byCaller(spout_table, fields::layers);
    check.byCaller(spout_table, fields::flown);
    check.byCaller(spout_table, fields::refused);
    check.below(sand_table, fields::source, setup.blocks.size() + setup.spouts.size());
    if (check.ok()) checkParticles(setup, check);
    if (check.ok()) checkSpouts(setup, check);
    if (check.ok()) checkLedger(check);
    if (setup.sand.solver == Solver::Mpm)
        mpm::checkTiles(setup, check);
    else
        grid::checkStresses(setup, check);
}

}  // namespace talus::sand
