#include "talus/couple/water_grains/water_forces.h"

#include <limits>
#include <numbers>

#include "talus/couple/water_grains/fields.h"
#include "talus/grains/forces/forces.h"

namespace talus::couple::water_grains {
namespace {

using grains::grains_table;

/// Columns of the grains.
struct Views {
    state::View<const Vec3d> velocity, acceleration;
    state::View<const double> radius, mass, submerged, share, crowding;
    state::View<Vec3d> around, lift, drag, owed_lift, owed_drag;
    grains::KeptVectors<Vec3d> sum;
};

struct OneGrain {
    const Setup& s;
    Views v;
    double dt;

    void operator()(std::size_t i) const {
        const double before = (1 - s.immediate_share) * dt, now = s.immediate_share * dt;
        v.owed_lift[i] += v.lift[i] * before;
        v.owed_drag[i] += v.drag[i] * before;
        Vec3d lift, drag;
        if (v.submerged[i] > 0) {
            const double radius = v.radius[i], density = s.liquid.density;
            const double displaced =
                density * v.submerged[i] * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
            lift = (v.acceleration[i] - s.gravity) * displaced;
            const Vec3d slip = v.around[i] - v.velocity[i];
            const Exchange exchange{
                v.submerged[i] * dragOf(s.drag, 2 * radius, length(slip), v.share[i], s.liquid), v.mass[i],
                v.crowding[i] > 0 ? displaced / (v.submerged[i] * v.crowding[i])
                                  : std::numeric_limits<double>::infinity()};
            drag = slip * exchange.factor(dt);
            v.around[i] += (v.acceleration[i] - drag / exchange.around) * dt;
            v.sum.add(i, lift + drag);
        }
        v.lift[i] = lift;
        v.drag[i] = drag;
        v.owed_lift[i] += lift * now;
        v.owed_drag[i] += drag * now;
    }
};

}  // namespace

step::Access ApplyWaterForces::access() const {
    step::Access access;
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &grains::fields::velocity, &grains::fields::radius, &grains::fields::mass,
             &fields::water_acceleration, &fields::submerged, &fields::water_share, &fields::crowding})
        access.reads.push_back({grains_table, field});
    std::vector<step::FieldRef> both{{clock_table, &fields::grains_time}, {clock_table, &fields::watched}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::water_velocity, &fields::water_lift, &fields::water_drag, &fields::owed_lift,
             &fields::owed_drag})
        both.push_back({grains_table, field});
    for (const state::FieldInfo* field : grains::forceFields(setup.precision))
        both.push_back({grains_table, field});
    for (const step::FieldRef& field : both) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
    return access;
}

step::RangeWork ApplyWaterForces::ranges(step::Step& step) const {
    const auto write = [&](const auto& field) { return step.write(grains_table, field); };
    const auto read = [&](const auto& field) { return step.read(grains_table, field); };
    const OneGrain kernel{setup,
                          {read(grains::fields::velocity), read(fields::water_acceleration),
                           read(grains::fields::radius), read(grains::fields::mass), read(fields::submerged),
                           read(fields::water_share), read(fields::crowding), write(fields::water_velocity),
                           write(fields::water_lift), write(fields::water_drag), write(fields::owed_lift),
                           write(fields::owed_drag), grains::forcesIn(setup.precision, write).force},
                          step.dt};
    const auto time = step.write(clock_table, fields::grains_time),
               watched = step.write(clock_table, fields::watched);
    return {.rows = kernel.v.velocity.size(),
            .on =
                [kernel](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) kernel(i);
                },
            .close =
                [time, watched, now = step.time() + step.dt] {
                    time[0] = now;
                    watched[0] = 0;
                }};
}

}  // namespace talus::couple::water_grains
