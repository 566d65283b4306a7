#include "talus/particles/emit/new_particles.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/environment/wall_state.h"
#include "talus/particles/emit/channels.h"

namespace talus::particles {
namespace {

double drawn(const Drawn& quantity, const Random& random, std::uint64_t k, std::uint32_t channel) {
    return quantity.mean * (1 + quantity.spread * random.uniform(-1, 1, k, channel));
}

}  // namespace

InitialState initialState(const Source& source, const environment::RegionPoint& spot, std::uint64_t k) {
    const Emitter& e = source.emitter;
    Vec3d along = e.flow == Emitter::Flow::Normal ? spot.normal : normalized(e.direction);
    if (e.cone > 0)
        along = environment::withinCone(along, e.cone, source.random.uniform(k, channel::cone),
                                        source.random.uniform(k, channel::cone + 1));
    return {spot.position, along * drawn(e.speed, source.random, k, channel::speed) + e.velocity};
}

bool hasCapacity(const Emit& emit, step::Step& step, std::uint64_t due) {
    const std::size_t there = step.rows(emit.tables->particles.c_str());
    if (there + due <= emit.limit) return true;
    step.report.fail({.what = fmt::format("{} particles in '{}', more than its limit of {}", there + due,
                                          emit.tables->particles, emit.limit),
                      .advice = "raise limit, or lower the rate or the lifetime of its emitters",
                      .ids = {},
                      .positions = {}});
    return false;
}

NewParticles::NewParticles(const Emit& emit, step::Step& step, std::uint64_t due) : emit_(emit), step_(step) {
    state::Table& rows = step.resizable(emit.tables->particles.c_str());
    row_ = rows.size();
    rows.resize(row_ + due);
    position_ = rows.write(fields::position);
    velocity_ = rows.write(fields::velocity);
    mass_ = rows.write(fields::mass);
    radius_ = rows.write(fields::radius);
    birth_ = rows.write(fields::birth);
    lifetime_ = rows.write(fields::lifetime);
    id_ = rows.write(fields::id);
    emitter_ = rows.write(fields::emitter);
    if (emit.warm) temperature_ = rows.write(fields::temperature);
    if (emit.walls->bodies().empty()) return;
    at_.emplace(*emit.walls, step.time(), environment::wallState(step, *emit.walls));
    bounds_.emplace(*emit.walls);
}

void NewParticles::add(std::size_t emitter, std::uint64_t k, const InitialState& start, bool spreads) {
    const Source& source = (*emit_.sources)[emitter];
    const Random& random = source.random;
    const auto value = [&](const Drawn& quantity, std::uint32_t channel) {
        return static_cast<float>(drawn(quantity, random, k, channel));
    };
    const double now = step_.time();
    mass_[row_] = value(source.emitter.mass, channel::mass);
    radius_[row_] = value(source.emitter.radius_of, channel::radius);
    lifetime_[row_] = value({source.emitter.lifetime.value_or(std::numeric_limits<double>::infinity()),
                             source.emitter.lifetime_spread},
                            channel::lifetime);
    if (emit_.warm) temperature_[row_] = value(source.emitter.temperature, channel::temperature);
    // A steady flow starts at random times within the step; else its particles would form sheets.
    const double ago = spreads ? step_.dt * random.uniform(k, channel::moment) : 0;
    Vec3d position = start.position, v = start.velocity;
    if (ago > 0) {
        const Vec3d to = position + v * ago;
        position = at_ && emit_.stops ? environment::Obstacles(surfaces_, *bounds_, *at_, *at_, nullptr)
                                            .lastFreePosition(position, to, radius_[row_], scratch_)
                                      : to;
    }
    if (emit_.half_step_back)
        v -= (emit_.external.at(position, emit_.warm ? temperature_[row_] : 0) +
              emit_.dissipative.at(position, v, now) / double{mass_[row_]}) *
             (0.5 * step_.dt);
    position_[row_] = position;
    velocity_[row_] = narrow(v);
    birth_[row_] = static_cast<float>(now - ago);
    id_[row_] = static_cast<std::uint32_t>(step_.write(emit_.tables->ledger.c_str(), fields::emitted)[0]++);
    emitter_[row_] = static_cast<std::uint16_t>(emitter);
    sum_ += totalsOf(mass_[row_], velocity_[row_]);
    ++row_;
}

void NewParticles::close() {
    const char* ledger = emit_.tables->ledger.c_str();
    step_.write(ledger, fields::emitted_mass)[0] += sum_.mass;
    step_.write(ledger, fields::emitted_momentum)[0] += sum_.momentum;
    step_.write(ledger, fields::emitted_energy)[0] += sum_.energy;
}

}  // namespace talus::particles
