#include "talus/couple/dust/raise_dust.h"

#include <cmath>
#include <numbers>

#include "talus/exec/for_each.h"
#include "talus/grains/forces/forces.h"
#include "talus/particles/emit/channels.h"
#include "talus/particles/emit/new_particles.h"

namespace talus::couple {
namespace {

using particles::Emitter;

/// Relative round-off of forces. With mixed precision they are stored to 6e-8 of their largest component.
constexpr double round_off = 1e-6;

struct Hit {
    std::size_t row = 0;
    std::uint64_t number = 0;  ///< of particles to make
};

/// Columns of the grains.
struct Grains {
    explicit Grains(const step::Step& step, grains::Precision precision)
        : position(step.read(grains::grains_table, grains::fields::position)),
          velocity(step.read(grains::grains_table, grains::fields::velocity)),
          radius(step.read(grains::grains_table, grains::fields::radius)),
          mass(step.read(grains::grains_table, grains::fields::mass)),
          id(step.read(grains::grains_table, grains::fields::id)) {
        if (precision == grains::Precision::Mixed)
            force = step.read(grains::grains_table, grains::fields::force<float>);
        else
            force = step.read(grains::grains_table, grains::fields::force<double>);
    }
    state::View<const Vec3d> position, velocity;
    state::View<const double> radius, mass;
    state::View<const std::uint32_t> id;
    grains::KeptVectors<const Vec3d> force;
};

/// The grains that make particles, in the order of their rows.
std::vector<Hit> findHits(const step::Step& step, const Grains& grains, const Vec3d& gravity,
                          const Emitter& emitter, const Random& numbers) {
    const std::size_t rows = grains.position.size();
    const double share = emitter.per_joule * step.dt;
    constexpr double max_expected = 1e15;  // far above what any system may hold
    std::vector<std::vector<Hit>> chunks((rows + exec::default_grain - 1) / exec::default_grain);
    exec::for_each_range(step.exec, rows, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const double mean_count =
                share * contactPower(grains.force[i], grains.mass[i], gravity, grains.velocity[i]);
            if (!(mean_count > 0)) continue;
            const double u = numbers.uniform((step.index() & 0xFFFFFFFFU) << 32 | grains.id[i]);
            const double number = std::floor(std::min(mean_count, max_expected) + u);
            if (number >= 1)
                chunks[begin / exec::default_grain].push_back({i, static_cast<std::uint64_t>(number)});
        }
    });
    std::vector<Hit> all;
    for (const std::vector<Hit>& hits : chunks) all.insert(all.end(), hits.begin(), hits.end());
    return all;
}

/// A random point on the half of a grain's surface to which the contact force points. The other half touches
/// what the grain hit.
environment::RegionPoint spotOn(const Vec3d& centre, double radius, const Vec3d& contact,
                                const Random& random, std::uint64_t k) {
    namespace channel = particles::channel;
    const Vec3d out =
        environment::withinCone(normalized(contact), 0.5 * std::numbers::pi,
                                random.uniform(k, channel::place), random.uniform(k, channel::place + 1));
    return {centre + out * radius, out};
}

}  // namespace

double contactPower(const Vec3d& force, double mass, const Vec3d& gravity, const Vec3d& velocity) {
    const Vec3d weight = gravity * mass, contact = force - weight;
    if (squaredLength(contact) <= round_off * round_off * squaredLength(weight)) return 0;
    return std::abs(dot(contact, velocity));
}

step::Access RaiseDust::access() const {
    step::Access access = emit.access();
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &grains::fields::position, &grains::fields::velocity, &grains::fields::radius,
             &grains::fields::mass, &grains::fields::id, grains::forceFields(precision).front()})
        access.reads.push_back({grains::grains_table, field});
    return access;
}

void RaiseDust::run(step::Step& step) {
    const Grains grains(step, precision);
    for (const Raiser& raiser : raisers) {
        const particles::Source& source = (*emit.sources)[raiser.emitter];
        const Emitter& emitter = source.emitter;
        if (step.time() < emitter.start || (emitter.stop && step.time() >= *emitter.stop)) continue;
        const std::vector<Hit> hits = findHits(step, grains, gravity, emitter, raiser.numbers);
        std::uint64_t due_count = 0;
        for (const Hit& hit : hits) due_count += hit.number;
        if (due_count == 0) continue;
        if (!particles::hasCapacity(emit, step, due_count)) return;
        std::uint64_t& made =
            step.write(emit.tables->emitters.c_str(), particles::fields::steady)[raiser.emitter];
        particles::NewParticles new_particles(emit, step, due_count);
        for (const Hit& hit : hits) {
            const Vec3d carried_velocity = grains.velocity[hit.row] * emitter.carried;
            const Vec3d contact = grains.force[hit.row] - gravity * grains.mass[hit.row];
            for (std::uint64_t n = 0; n < hit.number; ++n, ++made) {
                const environment::RegionPoint spot =
                    spotOn(grains.position[hit.row], grains.radius[hit.row], contact, source.random, made);
                particles::InitialState start = particles::initialState(source, spot, made);
                start.velocity += carried_velocity;
                new_particles.add(raiser.emitter, made, start, true);
            }
        }
        new_particles.close();
    }
}

}  // namespace talus::couple
