#include "talus/particles/check_state.h"

#include <fmt/format.h>

namespace talus::particles {
namespace {

/// Checks the number of particles that an emitter has made: at most those due now, and at least those due one
/// step of the scene before.
void checkEmitter(const Setup& setup, std::size_t e, state::StateCheck& check) {
    const char* table = setup.tables->emitters.c_str();
    const state::Table& rows = check.world().table(table);
    const Emitter& emitter = setup.system.emitters[e];
    // Particles that a coupling makes (couple/dust/) follow no schedule, and have no bursts.
    const bool scheduled = emitter.shape != Emitter::Shape::Elsewhere;
    const std::optional<double> before = check.run().last_step_began;
    const auto compare = [&](const Field<std::uint64_t>& field, auto dueBy) {
        const std::uint64_t made = rows.read(field)[e];
        const std::uint64_t due = scheduled ? dueBy(emitter, check.world().time) : 0;
        if (made > due)
            return check.fail(table, field.name, e,
                              fmt::format("more than the {} that were due by now", due));
        const std::uint64_t due_before = scheduled && before ? dueBy(emitter, *before) : 0;
        if (made < due_before)
            check.fail(table, field.name, e,
                       fmt::format("fewer than the {} that were due before the last step", due_before));
    };
    if (scheduled)
        compare(fields::steady, [](const Emitter& of, double time) { return wholeBy(of, time); });
    else if (rows.read(fields::steady)[e] >
             check.world().table(setup.tables->ledger).read(fields::emitted)[0])
        check.fail(table, fields::steady.name, e, "more than all emitters made");
    compare(fields::burst, [](const Emitter& of, double time) { return burstsBy(of, time); });
}

/// Checks that each particle that was made is either present or removed, and that ids are below their number.
void checkLedger(const Setup& setup, state::StateCheck& check) {
    const char* particles = setup.tables->particles.c_str();
    const char* table = setup.tables->ledger.c_str();
    const state::World& world = check.world();
    const state::Table& emitters = world.table(setup.tables->emitters);
    const state::Table& ledger = world.table(table);
    std::uint64_t made = 0;
    for (const auto* field : {&fields::steady, &fields::burst})
        for (const std::uint64_t of : emitters.read(*field)) made = state::saturatingSum(made, of);
    const std::uint64_t emitted = ledger.read(fields::emitted)[0];
    if (emitted != made)
        return check.fail(table, fields::emitted.name, 0, fmt::format("the emitters made {}", made));
    check.atMost(table, fields::aged, emitted);
    check.atMost(table, fields::sunk, emitted);
    if (!check.ok()) return;
    const std::uint64_t here = world.table(particles).size(), aged = ledger.read(fields::aged)[0],
                        sunk = ledger.read(fields::sunk)[0];
    if (state::saturatingSum(here, state::saturatingSum(aged, sunk)) != emitted)
        return check.fail(table, fields::aged.name, 0,
                          "present, aged and sunk particles do not add up to those that were made");
    check.below(particles, fields::id, emitted);
}

}  // namespace

void checkState(const Setup& setup, state::StateCheck& check) {
    const char* table = setup.tables->particles.c_str();
    const char* emitters = setup.tables->emitters.c_str();
    const char* ledger = setup.tables->ledger.c_str();
    check.finite(table, {fields::lifetime.name});
    check.below(table, fields::emitter, setup.system.emitters.size());
    check.rows(emitters, setup.system.emitters.size());
    check.rows(ledger, 1);
    check.rows(setup.tables->loads.c_str(), setup.walls->bodies().size());
    if (setup.ground) check.rows(setup.tables->ground_load.c_str(), 1);
    check.finite(ledger);
    check.finite(setup.tables->loads.c_str());
    if (setup.ground) check.finite(setup.tables->ground_load.c_str());
    check.byCaller(emitters, fields::steady);
    check.byCaller(emitters, fields::burst);
    check.byCaller(ledger, fields::emitted);
    for (std::size_t e = 0; check.ok() && e < setup.system.emitters.size(); ++e)
        checkEmitter(setup, e, check);
    if (check.ok()) checkLedger(setup, check);
}

}  // namespace talus::particles
