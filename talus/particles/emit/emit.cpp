#include "talus/particles/emit/emit.h"

#include "talus/environment/followed_poses.h"
#include "talus/particles/emit/new_particles.h"

namespace talus::particles {
namespace {

/// How far the wall that carries an emitter has taken it, and how fast it goes.
Start carriedBy(const Source& source, const std::optional<environment::WallsAt>& at) {
    if (!source.carrier || !at) return {};
    const environment::Pose& pose = at->pose(source.carrier->wall);
    const Vec3d now = pose.place(at->walls().bodies()[source.carrier->wall].reference);
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
    if (walls->anyFollows())
        for (const step::FieldRef& field : environment::followedPoseFields()) access.reads.push_back(field);
    return access;
}

void Emit::run(step::Step& step) {
    const auto steady = step.write(tables->emitters.c_str(), fields::steady);
    const auto burst = step.write(tables->emitters.c_str(), fields::burst);
    std::uint64_t due = 0;
    const double now = step.time();
    const auto elsewhere = [&](std::size_t e) {
        return (*sources)[e].emitter.shape == Emitter::Shape::Elsewhere;
    };
    for (std::size_t e = 0; e < sources->size(); ++e)
        if (!elsewhere(e))
            due += wholeBy((*sources)[e].emitter, now) - steady[e] + burstsBy((*sources)[e].emitter, now) -
                   burst[e];
    if (due == 0 || !hasRoom(*this, step, due)) return;
    Births births(*this, step, due);
    for (std::size_t e = 0; e < sources->size(); ++e) {
        if (elsewhere(e)) continue;
        const Source& source = (*sources)[e];
        const Start carried = carriedBy(source, births.wallsAt());
        const auto make = [&](bool spreads) {
            const std::uint64_t k = steady[e] + burst[e];
            const Start start = startFrom(source, source.places.draw(source.random, k), k);
            births.add(e, k, {start.place + carried.place, start.velocity + carried.velocity}, spreads);
        };
        const std::uint64_t bursts = burstsBy(source.emitter, now), steadies = wholeBy(source.emitter, now);
        for (; burst[e] < bursts; ++burst[e]) make(false);
        for (; steady[e] < steadies; ++steady[e]) make(true);
    }
    births.close();
}

}  // namespace talus::particles
