#include "talus/water/check_state.h"

#include <algorithm>

#include "talus/environment/wall_pushes.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/fields.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

/// A run ends where water is some 20 times as fast as was to be expected (instance.cpp), asked at each frame;
/// and a step more than doubles no speed.
constexpr double most_speed = 1000;
/// Compression is a part in a thousand, or a hundred; of mueller's gas it may be several times the density.
constexpr double most_density = 1000;

void checkParticles(const Setup& setup, state::StateCheck& check) {
    const state::Table& rows = check.world().table(water_table);
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto density = rows.read(fields::density);
    const double fastest = most_speed * (setup.reachable + 1), rest = setup.water.density;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Vec3d& p = position[i];
        if (!(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) < 0.25 * far_away))
            return check.fail(water_table, "position", i, "farther out than any scene is large");
        if (!(length(wide(velocity[i])) < fastest))
            return check.fail(water_table, "velocity", i, "faster than water of this scene can be");
        if (!(density[i] > 0 && double{density[i]} < most_density * rest))
            return check.fail(water_table, "density", i, "no density of a liquid");
    }
}

/// Particles have ids below the number that were made, and of all that were made each is here or gone.
void checkLedger(state::StateCheck& check) {
    const state::Table& ledger = check.world().table(ledger_table);
    const std::uint64_t made = ledger.read(fields::made)[0], sunk = ledger.read(fields::sunk)[0],
                        fallen = ledger.read(fields::fallen)[0],
                        here = check.world().table(water_table).size();
    // Not as a sum, which may overflow.
    if (made < here || made - here < sunk || made - here - sunk < fallen)
        return check.fail(ledger_table, "made", 0, "fewer particles than are there, sunk or fallen");
    check.below(water_table, fields::id, made);
    for (const auto* field : {&fields::pressure_iterations, &fields::drift_iterations, &fields::steps})
        if (!(ledger.read(*field)[0] >= 0)) return check.fail(ledger_table, field->name, 0, "below 0");
}

/// Layers that came in are those that were due by now.
void checkInflows(const Setup& setup, state::StateCheck& check) {
    const state::Table& rows = check.world().table(inflow_table);
    const auto layers = rows.read(fields::layers), flown = rows.read(fields::flown);
    for (std::size_t f = 0; f < setup.inflows.size(); ++f) {
        const std::size_t of_layer = layerOf(setup.inflows[f], setup.water.spacing).size();
        const std::uint64_t due =
            layersDue(setup.inflows[f], setup.water.spacing, of_layer, check.world().time);
        // The last step added those that were due at its beginning.
        if (layers[f] > due) return check.fail(inflow_table, "layers", f, "more than were due by now");
        if (flown[f] != layers[f] * of_layer)
            return check.fail(inflow_table, "flown", f, "not the particles of as many layers");
    }
}

void checkRains(const Setup& setup, state::StateCheck& check) {
    if (setup.rains.empty()) return;
    const auto drops = check.world().table(rain_table).read(fields::drops);
    for (std::size_t r = 0; r < setup.rains.size(); ++r)
        if (drops[r] > dropsDue(setup.rains[r], setup.smoothing.volume, check.world().time))
            return check.fail(rain_table, "drops", r, "more than were due by now");
}

}  // namespace

void checkState(const Setup& setup, state::StateCheck& check) {
    environment::checkWallPushes(*setup.solids.walls, check);
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
    if (check.ok()) checkParticles(setup, check);
    if (check.ok()) checkLedger(check);
    if (check.ok()) checkInflows(setup, check);
    if (check.ok()) checkRains(setup, check);
}

}  // namespace talus::water
