#include "talus/particles/emit/emit.h"

#include "talus/environment/wall_state.h"
#include "talus/particles/emit/new_particles.h"

namespace talus::particles {
namespace {

/// Displacement and velocity of an emitter by the wall that carries it.
InitialState carriedBy(const Source& source, const std::optional<environment::WallsAt>& at) {
    if (!source.carrier || !at) return {};
    const environment::Pose& pose = at->pose(source.carrier->wall);
    const Vec3d now = pose.toWorld(at->walls().bodies()[source.carrier->wall].reference);
    return {now - source.carrier->at, pose.velocityAt(now)};
}

}  // namespace

step::Access Emit::access() const {
    const char* emitters = tables->emitters.c_str();
    const char* ledger = tables->ledger.c_str();
    using namespace fields;
    step::Access access{.reads = {},
                        .writes = {{emitters, &steady},
                                   {emitters, &burst},
                                   {ledger, &emitted},
                                   {ledger, &emitted_mass},
                                   {ledger, &emitted_momentum},
                                   {ledger, &emitted_energy}},
                        .resizes = {tables->particles.c_str()}};
    access.reads = access.writes;
    for (const step::FieldRef& field : environment::wallStateFields(*walls)) access.reads.push_back(field);
    return access;
}

void Emit::run(step::Step& step) {
    const auto steady = step.write(tables->emitters.c_str(), fields::steady);
    const auto burst = step.write(tables->emitters.c_str(), fields::burst);
    std::uint64_t due_count = 0;
    const double now = step.time();
    const auto made_by_coupling = [&](std::size_t e) {
        return (*sources)[e].emitter.shape == Emitter::Shape::Elsewhere;
    };
    for (std::size_t e = 0; e < sources->size(); ++e)
        if (!made_by_coupling(e))
            due_count += wholeBy((*sources)[e].emitter, now) - steady[e] +
                         burstsBy((*sources)[e].emitter, now) - burst[e];
    if (due_count == 0 || !hasCapacity(*this, step, due_count)) return;
    NewParticles new_particles(*this, step, due_count);
    for (std::size_t e = 0; e < sources->size(); ++e) {
        if (made_by_coupling(e)) continue;
        const Source& source = (*sources)[e];
        const InitialState carrier_motion = carriedBy(source, new_particles.wallsAt());
        const auto addParticle = [&](bool spreads) {
            const std::uint64_t k = steady[e] + burst[e];
            const InitialState start = initialState(source, source.positions.draw(source.random, k), k);
            new_particles.add(
                e, k, {start.position + carrier_motion.position, start.velocity + carrier_motion.velocity},
                spreads);
        };
        const std::uint64_t bursts = burstsBy(source.emitter, now), steadies = wholeBy(source.emitter, now);
        for (; burst[e] < bursts; ++burst[e]) addParticle(false);
        for (; steady[e] < steadies; ++steady[e]) addParticle(true);
    }
    new_particles.close();
}

}  // namespace talus::particles
