#include "talus/water/check_state.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/water/boundary/loads.h"
#include "talus/water/fields.h"
#include "talus/water/search/codes.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

/// Maximum speed over the expected one. A run stops at some 20 times the expected speed (instance.cpp, tested
/// at each frame), and a step hardly more than doubles a speed.
constexpr double max_speed = 1000;
/// Maximum density over that at rest. Compression is a thousandth or a hundredth; with mueller's gas the
/// density may be several times that at rest.
constexpr double max_density = 1000;

void checkParticles(const Setup& setup, state::StateCheck& check) {
    const state::Table& rows = check.world().table(water_table);
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto density = rows.read(fields::density);
    const double fastest = max_speed * (setup.reachable + 1), rest = setup.water.density;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Vec3d& p = position[i];
        if (!(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) < 0.25 * far_away))
            return check.fail(water_table, "position", i, "too far from the origin");
        if (!(length(wide(velocity[i])) < fastest))
            return check.fail(water_table, "velocity", i, "faster than water of this scene can be");
        if (!(density[i] > 0 && double{density[i]} < max_density * rest))
            return check.fail(water_table, "density", i, "not the density of a liquid");
    }
}

/// Bounds of the sizes of scratch tables, with all particles that were ever added.
void checkScratch(const Setup& setup, std::uint64_t made, state::StateCheck& check) {
    constexpr std::uint64_t max_offset = 0xffffffff;  // indices of these tables have 32 bits
    // Tables of lists are a sixteenth larger than needed (find_neighbours.cpp).
    const auto grown = [](std::uint64_t rows) { return rows + rows / 16 + Code::runs; };
    made = std::min(made, max_offset);
    // The list of a particle is padded to whole packs, of 16 values at most.
    constexpr std::uint64_t widest_pack = 16;
    const std::uint64_t each =
        std::min<std::uint64_t>(made + widest_pack, std::uint64_t{Code::runs} * Code::longest_run);
    // A particle has at most one contact with each face of a wall, and each triangle, edge and corner of the
    // ground: six a column (two triangles, three edges, a corner), 35 a cell of a volume (five triangles of
    // marching cubes, if no two of them shared an edge).
    const Solids& solids = setup.solids;
    std::uint64_t surfaces = solids.walls->faces().size() + solids.count() + 1;
    if (solids.ground) surfaces += 6 * solids.ground->grid.size();
    if (solids.volume) surfaces += 35 * solids.volume->grid.size() * geometry::BlockGrid::cells_of_block;
    check.scratchRows(work_table, made + 1);
    check.scratchRows(list_table, grown(std::min(made * each, max_offset)));
    check.scratchRows(run_table, grown(std::min(made * Code::runs, max_offset)));
    check.scratchRows(contact_table, std::min(made * std::min(surfaces, max_offset), max_offset));
}

/// Checks that the number of particles added is the number of those present or removed, and that ids are
/// below it.
void checkLedger(const Setup& setup, state::StateCheck& check) {
    const state::Table& ledger = check.world().table(ledger_table);
    const std::uint64_t made = ledger.read(fields::made)[0], sunk = ledger.read(fields::sunk)[0],
                        fallen = ledger.read(fields::fallen)[0],
                        here = check.world().table(water_table).size();
    std::uint64_t came = check.rowsAtStart(water_table);
    for (const std::uint64_t flown : check.world().table(inflow_table).read(fields::flown))
        came = state::saturatingSum(came, flown);
    if (!setup.rains.empty())
        for (const std::uint64_t drops : check.world().table(rain_table).read(fields::drops))
            came = state::saturatingSum(came, drops);
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
    check.below(water_table, fields::id, made);
    checkScratch(setup, made, check);
    for (const auto* field : {&fields::pressure_iterations, &fields::drift_iterations, &fields::steps})
        if (!(ledger.read(*field)[0] >= 0)) return check.fail(ledger_table, field->name, 0, "below 0");
}

void checkInflows(const Setup& setup, state::StateCheck& check) {
    for (std::size_t f = 0; check.ok() && f < setup.inflows.size(); ++f)
        checkLayers(check, inflow_table, f, setup.inflows[f], setup.water.spacing,
                    layerOf(setup.inflows[f], setup.water.spacing).size());
}

void checkRains(const Setup& setup, state::StateCheck& check) {
    if (setup.rains.empty()) return;
    const auto drops = check.world().table(rain_table).read(fields::drops);
    const std::optional<double> before = check.run().last_step_began;
    for (std::size_t r = 0; r < setup.rains.size(); ++r) {
        const auto due = [&](double time) { return dropsDue(setup.rains[r], setup.smoothing.volume, time); };
        if (drops[r] > due(check.world().time))
            return check.fail(rain_table, "drops", r, "more than were due by now");
        if (before && drops[r] < due(*before))
            return check.fail(rain_table, "drops", r, "fewer than were due before the last step");
    }
}

}  // namespace

void checkState(const Setup& setup, state::StateCheck& check) {
    check.finite(water_table);
    check.rows(ledger_table, 1);
    check.finite(ledger_table);
    check.rows(load_table, setup.solids.count());
    check.finite(load_table);
    check.rows(ground_load_table, 1);
    check.finite(ground_load_table);
    check.rows(inflow_table, setup.inflows.size());
    if (!setup.rains.empty()) check.rows(rain_table, setup.rains.size());
    for (const auto& [table, time] : {std::pair{load_table, setup.solids.count()}, {ground_load_table, 1}})
        for (std::size_t row = 0; check.ok() && row < time; ++row)
            if (!(check.world().table(table).read(fields::load_time)[row] >= 0))
                check.fail(table, "time", row, "below 0");
    for (const auto* field : {&fields::made, &fields::sunk, &fields::fallen})
        check.byCaller(ledger_table, *field);
    check.byCaller(inflow_table, fields::layers);
    check.byCaller(inflow_table, fields::flown);
    if (!setup.rains.empty()) check.byCaller(rain_table, fields::drops);
    if (check.ok()) checkParticles(setup, check);
    if (check.ok()) checkInflows(setup, check);
    if (check.ok()) checkRains(setup, check);
    // After these checks the numbers of particles that came in are bounded.
    if (check.ok()) checkLedger(setup, check);
}

}  // namespace talus::water
