#include "talus/grains/integrate.h"

#include "talus/exec/for_each.h"
#include "talus/grains/contact_list.h"
#include "talus/grains/fields.h"

// Velocity Verlet (Swope, Andersen, Berens, Wilson 1982) in its kick-drift-kick form. The contact forces
// see the velocities of the middle of the step, as in LAMMPS.
namespace talus::grains {
namespace {

using state::View;

/// Moments of inertia of a solid sphere: 2/5 m a^2.
struct KickGrain {
    View<const Vec3d> force, torque;
    View<const double> mass, radius;
    View<const std::uint8_t> asleep;
    View<Vec3d> velocity, spin;
    double h;
    double keep;  ///< share of the motion that is left, 1 without dissipation
    bool spins;

    void operator()(std::size_t i) const {
        if (sleeps(asleep, i)) return;
        velocity[i] = velocity[i] * keep + force[i] * (h / mass[i]);
        if (spins) spin[i] = spin[i] * keep + torque[i] * (h / (0.4 * mass[i] * radius[i] * radius[i]));
    }
};

KickGrain kickOf(step::Step& step, double h, double keep, bool spins) {
    return {step.read(grains_table, fields::force),
            step.read(grains_table, fields::torque),
            step.read(grains_table, fields::mass),
            step.read(grains_table, fields::radius),
            step.read(blocks_table, fields::asleep),
            step.write(grains_table, fields::velocity),
            step.write(grains_table, fields::spin),
            h,
            keep,
            spins};
}

step::Access kickAccess() {
    using namespace fields;
    return {.reads = {{grains_table, &force},
                      {grains_table, &torque},
                      {grains_table, &mass},
                      {grains_table, &radius},
                      {blocks_table, &asleep},
                      {grains_table, &velocity},
                      {grains_table, &fields::spin}},
            .writes = {{grains_table, &velocity}, {grains_table, &fields::spin}},
            .resizes = {}};
}

}  // namespace

step::Access KickAndDrift::access() const {
    step::Access access = kickAccess();
    using namespace fields;
    for (const state::FieldInfo* field :
         {static_cast<const state::FieldInfo*>(&position), static_cast<const state::FieldInfo*>(&drift)}) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    return access;
}

void KickAndDrift::run(step::Step& step) {
    const KickGrain kick = kickOf(step, share * step.dt, keep, spin);
    const auto position = step.write(grains_table, fields::position);
    const auto drift = step.write(grains_table, fields::drift);
    exec::for_each(step.exec, position.size(), [&, dt = step.dt](std::size_t i) {
        if (sleeps(kick.asleep, i)) return;
        kick(i);
        const Vec3d move = kick.velocity[i] * dt;
        position[i] += move;
        drift[i] += {static_cast<float>(move.x), static_cast<float>(move.y), static_cast<float>(move.z)};
    });
}

step::Access Kick::access() const { return kickAccess(); }

void Kick::run(step::Step& step) {
    exec::for_each(step.exec, step.rows(grains_table), kickOf(step, share * step.dt, 1, spin));
}

}  // namespace talus::grains
