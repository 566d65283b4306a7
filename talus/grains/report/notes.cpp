#include "talus/grains/report/notes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/grains/scene.h"
#include "talus/grains/sources/emit.h"

namespace talus::grains {

using method::Scene;

namespace {

constexpr std::size_t max_named = 8;

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Adds the first few grains for which `bad` holds to an error.
template <class Bad>
void nameGrains(const state::Table& table, step::Trouble& trouble, Bad bad) {
    const auto position = table.read(fields::position);
    const auto id = table.read(fields::id);
    for (std::size_t i = 0; i < table.size() && trouble.ids.size() < max_named; ++i)
        if (bad(i)) {
            trouble.ids.push_back(id[i]);
            trouble.positions.push_back(position[i]);
        }
}

/// What helps where the steps are too long.
std::string advice(double step, double contact_time) {
    std::string text =
        fmt::format("the step is {:.3g} s, and the shortest contact lasts {:.3g} s ({:.1f} steps); ", step,
                    contact_time, contact_time / step);
    if (step > contact_time / 10)
        return text + fmt::format("set time.dt to {:.2g} s or less (a tenth of the contact time)",
                                  contact_time / 10);
    return text +
           "halve time.dt; if that does not help, raise contact.stiffness (grains that hit fast go too deep) "
           "or look for grains that start inside each other or in a wall";
}

}  // namespace

std::string startTrouble(const exec::Exec& exec, const state::World& world,
                         const environment::Periodic& domain) {
    // Sand under load overlaps by a hundredth of a radius.
    const auto deep = deepOverlaps(exec, world, domain, 0.2);
    if (deep.pairs + deep.walls == 0) return {};
    const auto counted = [](std::uint64_t count, const char* what) {
        return fmt::format("{} pair{} of {}", count, count == 1 ? "" : "s", what);
    };
    std::string what;
    if (deep.pairs > 0) what = counted(deep.pairs, "grains");
    if (deep.walls > 0)
        what += (what.empty() ? "" : " and ") + counted(deep.walls, "a grain and a wall or body");
    return fmt::format(
        "{} overlap at the start, by up to {:.3g} m near ({:.4g}, {:.4g}, {:.4g}) m: they will "
        "fly apart; leave space between fills, imports, single grains, walls and bodies{}",
        what, deep.deepest, deep.at.x, deep.at.y, deep.at.z,
        domain.any() ? ", across periodic sides too" : "");
}

void noteFallen(std::uint64_t count, std::vector<method::Note>& notes) {
    if (count == 0) return;
    notes.push_back(
        {"fallen",
         fmt::format("grains fall off the scene: {} so far, which are taken out and counted (fallen.count "
                     "in stats.csv); if they should stay, make the ground larger or put a wall around it",
                     count)});
}

void noteBlockedEmitters(const Scene& scene, const state::World& world, std::vector<method::Note>& notes) {
    const auto emitted = world.table(emitters_table).read(fields::emitted);
    const auto& emitters = in(scene).emitters;
    for (std::size_t e = 0; e < emitters.size(); ++e) {
        // Grains that came due since the last round may still be waiting; beyond these, a tenth missing is a
        // jam.
        const double round = clearingTime(emitters[e], scene.environment.gravity);
        const std::uint64_t due = begunBy(emitters[e], world.time - round);
        if (static_cast<double>(emitted[e]) >= 0.9 * static_cast<double>(due)) continue;
        notes.push_back(
            {"emitter " + emitters[e].name,
             fmt::format("emitter '{}' made {} of the {} grains that were due by {:.6g} s: something lies in "
                         "front of it; move it away from the heap, or pour less",
                         emitters[e].name, emitted[e], due, world.time)});
    }
}

std::optional<step::Trouble> trouble(const state::World& world, const Measures& m, double step,
                                     double contact_time) {
    const state::Table& table = world.table(grains_table);
    const auto velocity = table.read(fields::velocity);
    const auto position = table.read(fields::position);
    const double energy = m.kinetic + m.rotational + m.potential + m.elastic;
    if (!std::isfinite(energy) || !std::isfinite(m.fastest)) {
        step::Trouble found{"the energy of the grains is not a number", advice(step, contact_time), {}, {}};
        nameGrains(table, found, [&](std::size_t i) { return !finite(position[i]) || !finite(velocity[i]); });
        return found;
    }
    const auto radius = table.read(fields::radius);
    double smallest = radius[0];
    for (const double r : radius) smallest = std::min(smallest, r);
    const double limit = 0.5 * smallest / step;
    if (m.fastest <= limit) return std::nullopt;
    step::Trouble found{
        fmt::format("a grain moves at {:.3g} m/s, more than half the smallest radius in one step "
                    "({:.3g} m/s)",
                    m.fastest, limit),
        advice(step, contact_time),
        {},
        {}};
    nameGrains(table, found, [&](std::size_t i) { return length(velocity[i]) > limit; });
    return found;
}

}  // namespace talus::grains
