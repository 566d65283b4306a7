#include "talus/couple/water_grains/scratch.h"
#include "talus/couple/water_grains/sparse_water.h"
#include "talus/couple/water_grains/water_stages.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/water/fields.h"

namespace talus::couple::water_grains {
namespace {

using grains::grains_table;
using water::water_table;
using water::work_table;

/// A kernel half full of water counts as full: a grain on the floor has no more.
constexpr double half_full_factor = 2;
}  // namespace

step::Access SampleWater::access() const {
    step::Access access{.reads = {{grains_table, &grains::fields::position},
                                  {grains_table, &grains::fields::radius},
                                  {clock_table, &fields::grains_time},
                                  {clock_table, &fields::lift_owed},
                                  {clock_table, &fields::watched},
                                  {water_table, &water::fields::velocity},
                                  {water_table, &water::fields::pressure},
                                  {work_table, &water::fields::wall},
                                  {work_table, &water::fields::position_pressure},
                                  {water_rows_table, &fields::filled},
                                  {water_rows_table, &fields::filled_slope},
                                  {water_rows_table, &fields::load},
                                  {water_rows_table, &fields::drag_reaction},
                                  {grains_table, &fields::water_acceleration},
                                  {grains_table, &fields::owed_drag}},
                        .writes = {{clock_table, &fields::lift_owed},
                                   {clock_table, &fields::watched},
                                   {grains_table, &fields::water_velocity},
                                   {grains_table, &fields::water_acceleration},
                                   {grains_table, &fields::submerged},
                                   {grains_table, &fields::water_share},
                                   {grains_table, &fields::crowding},
                                   {grains_table, &fields::owed_drag},
                                   {water_table, &water::fields::pressure}},
                        .resizes = {},
                        .produces = {coupling_scratch},
                        .reads_scratch = {coupling_scratch}};
    if (setup.compressible)
        access.reads.push_back({water_table, &water::fields::acceleration});
    else
        access.reads.push_back({work_table, &water::fields::flow});
    return access;
}

void SampleWater::run(step::Step& step) const {
    CouplingScratch& scratch = step.produce<CouplingScratch>(coupling_scratch);
    scratch.wall_load.resize(step.rows(grains_table));
    const auto wall_load = scratch.wall_load.view();
    scratch.solver_force.resize(scratch.wall_load.size());
    const auto solver_force = scratch.solver_force.view();
    const auto position = step.read(grains_table, grains::fields::position);
    const auto radius = step.read(grains_table, grains::fields::radius);
    const auto velocity = step.read(water_table, water::fields::velocity);
    const auto wall = step.read(work_table, water::fields::wall);
    const auto slope = step.read(water_rows_table, fields::filled_slope);
    const auto filled = step.read(water_rows_table, fields::filled),
               load = step.read(water_rows_table, fields::load);
    const auto drag_reaction = step.read(water_rows_table, fields::drag_reaction);
    const auto around = step.write(grains_table, fields::water_velocity),
               acceleration = step.write(grains_table, fields::water_acceleration),
               owed_drag = step.write(grains_table, fields::owed_drag);
    const auto submerged = step.write(grains_table, fields::submerged),
               share = step.write(grains_table, fields::water_share),
               crowding = step.write(grains_table, fields::crowding);
    state::View<const Vec3f> rate;
    state::View<const Quad<float>> flow;
    if (setup.compressible)
        rate = step.read(water_table, water::fields::acceleration);
    else
        flow = step.read(work_table, water::fields::flow);
    // The solver's pressure over the density: for wcsph that of the step, for dfsph that of its velocity
    // solve.
    const auto pressure = step.write(water_table, water::fields::pressure);
    const auto water_position = step.read(work_table, water::fields::position_pressure);
    const auto pressureOverDensity = [&](std::size_t j) {
        return setup.compressible ? double{water_position[j].w} : double{pressure[j]} / setup.liquid.density;
    };
    const double owed_share = 1 - impulseShare(step), dt = step.dt;
    const auto watched = step.write(clock_table, fields::watched);
    const double new_share = dt / (watched[0] + dt);
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t g) {
            const double kernel_sum = scratch.kernel_sum[g];
            submerged[g] = wall_load[g] = 0;
            solver_force[g] = {};
            if (!(kernel_sum > 0)) return;
            Vec3d velocity_sum, acceleration_sum, pressure_sum, wall_slope;
            double grain_share = 0, load_sum = 0, wall_share = 0, mean_pressure = 0, filled_sum = 0;
            scratch.water.forNear(position[g], [&](std::uint32_t j, const Vec3d& offset) {
                const Setup::Kernel kernel = setup.kernel(length(offset));
                const double weight = kernel.value / kernel_sum;
                const Vec3d before = wide(velocity[j]);
                const Vec3d now = flow.empty() ? before : wide(flow[j].xyz());
                const Vec3d change = flow.empty() ? wide(rate[j]) : (now - before) / dt;
                velocity_sum += now * weight;
                acceleration_sum += (change - wide(drag_reaction[j])) * weight;
                const double c = grainShare(double{filled[j]}, double{wall[j].w});
                pressure_sum -=
                    offset * (kernel.gradient * (1 - setup.sparse->slope(c)) * pressureOverDensity(j));
                mean_pressure += weight * pressureOverDensity(j);
                filled_sum += weight * double{filled[j]};
                wall_slope += wide(wall[j].xyz() - slope[j] * 0.5f) * weight;
                grain_share += weight * (1 - waterShare(double{filled[j]}, double{wall[j].w}));
                load_sum += weight * double{load[j]};
                wall_share += weight * double{wall[j].w};
            });
            const double eps = 1 - grain_share;
            around[g] = velocity_sum;
            acceleration[g] += (acceleration_sum - acceleration[g]) * new_share;
            share[g] = eps;
            crowding[g] = load_sum;
            const double wet_share =
                kernel_sum * setup.smoothing.volume / (eps * (1 - std::min(wall_share, 0.9)));
            submerged[g] = std::min(1.0, half_full_factor * wet_share);
            const double volume = volumeOf(radius[g]), density = setup.liquid.density;
            wall_load[g] = volume * density * mean_pressure * kernel_sum * setup.smoothing.volume /
                           ((1 - std::min(wall_share, 0.9)) * std::clamp(1 - filled_sum, 0.1, 1.0));
            solver_force[g] = pressure_sum * (setup.particle_mass * volume) - wall_slope * wall_load[g];
            owed_drag[g] = owed_drag[g] * owed_share;
        },
        256);
    watched[0] += dt;
    step.write(clock_table, fields::lift_owed)[0] -=
        exec::sum(step.exec, solver_force.size(), Vec3d{}, [=](std::size_t g) { return solver_force[g]; }) *
        dt;
    exec::for_each(step.exec, pressure.size(), [=, this](std::size_t i) {
        const double c = grainShare(double{filled[i]}, double{wall[i].w});
        pressure[i] = static_cast<float>(double{pressure[i]} * setup.sparse->pressure(c));
    });
}

step::Access ApplyWallPressure::access() const {
    return {.reads = {{grains_table, &grains::fields::radius},
                      {water_table, &water::fields::position},
                      {work_table, &water::fields::wall},
                      {work_table, &water::fields::position_pressure}},
            .writes = {{work_table, &water::fields::position_pressure}},
            .resizes = {},
            .reads_scratch = {coupling_scratch}};
}

void ApplyWallPressure::run(step::Step& step) const {
    const CouplingScratch& scratch = step.readScratch<CouplingScratch>(coupling_scratch);
    const auto position = step.read(water_table, water::fields::position);
    const auto wall = step.read(work_table, water::fields::wall);
    const auto water_position = step.write(work_table, water::fields::position_pressure);
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t i) {
            double wall_load_sum = 0;
            if (wall[i].w > 0)
                scratch.grains.forNear(position[i], [&](std::uint32_t g, const Vec3d& offset) {
                    if (scratch.kernel_sum[g] > 0)
                        wall_load_sum +=
                            scratch.wall_load[g] * setup.kernel(length(offset)).value / scratch.kernel_sum[g];
                });
            // The pressure on walls is twice that of a particle (solver/sums.h).
            water_position[i].w = static_cast<float>(wall_load_sum / (2 * setup.particle_mass));
        },
        256);
}

}  // namespace talus::couple::water_grains
