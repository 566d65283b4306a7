#include "talus/grains/integrate.h"

#include <cmath>

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
    View<Vec3d> velocity, spin;
    double h;
    double keep;  ///< share of the motion that is left, 1 without dissipation
    bool spins;

    /// @param again 1: the same kick a second time (keep is 1 then); 0: not
    void operator()(std::size_t i, double again = 0) const {
        const double gyration = 0.4 * radius[i] * radius[i];  // square of the radius of gyration
        const double per_inertia = h / (mass[i] * gyration), per_mass = per_inertia * gyration;
        const Vec3d dv = force[i] * per_mass;
        velocity[i] = velocity[i] * keep + dv + dv * again;
        if (!spins) return;
        const Vec3d dw = torque[i] * per_inertia;
        spin[i] = spin[i] * keep + dw + dw * again;
    }
};

KickGrain kickOf(step::Step& step, double h, double keep, bool spins) {
    return {step.read(grains_table, fields::force),
            step.read(grains_table, fields::torque),
            step.read(grains_table, fields::mass),
            step.read(grains_table, fields::radius),
            step.write(grains_table, fields::velocity),
            step.write(grains_table, fields::spin),
            h,
            keep,
            spins};
}

/// Calls move(i) for every grain that is awake and not settled.
template <class Move>
void forAwake(const step::Step& step, bool settles, Move move) {
    const auto asleep = step.read(blocks_table, fields::asleep);
    const auto settled =
        settles ? step.read(grains_table, fields::settled) : state::View<const std::uint8_t>{};
    exec::for_each_range(
        step.exec, step.rows(grains_table),
        [&](std::size_t begin, std::size_t end) {
            if (sleeps(asleep, begin)) return;  // a range is a block
            for (std::size_t i = begin; i < end; ++i)
                if (!settles || settled[i] == 0) move(i);
        },
        block_size);
}

step::Access kickAccess(bool settles) {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &force},
                                  {grains_table, &torque},
                                  {grains_table, &mass},
                                  {grains_table, &radius},
                                  {blocks_table, &asleep},
                                  {grains_table, &velocity},
                                  {grains_table, &fields::spin}},
                        .writes = {{grains_table, &velocity}, {grains_table, &fields::spin}},
                        .resizes = {}};
    if (settles) access.reads.push_back({grains_table, &settled});
    return access;
}

}  // namespace

step::Access KickAndDrift::access() const {
    step::Access access = kickAccess(settles);
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
    const bool twice = after_kick && step.in_row.follows;
    forAwake(step, settles, [&, dt = step.dt](std::size_t i) {
        kick(i, twice && std::isfinite(drift[i].x) ? 1 : 0);  // what has just appeared owes no kick
        const Vec3d move = kick.velocity[i] * dt;
        position[i] += move;
        drift[i] += {static_cast<float>(move.x), static_cast<float>(move.y), static_cast<float>(move.z)};
    });
}

step::Access Kick::access() const { return kickAccess(settles); }

void Kick::run(step::Step& step) {
    if (step.in_row.goes_on) return;
    const KickGrain kick = kickOf(step, share * step.dt, 1, spin);
    forAwake(step, settles, [&](std::size_t i) { kick(i); });
}

}  // namespace talus::grains
