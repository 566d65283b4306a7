#include "talus/couple/water_grains/water_stages.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/water_grains/scratch.h"
#include "talus/couple/water_grains/sparse_water.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/water/fields.h"

namespace talus::couple::water_grains {
namespace {

using grains::grains_table;
using water::water_table;
using water::work_table;
constexpr std::size_t rows_at_once = 256;
/// Share of the surplus impulse of pressure (lift_owed) that returns to the water between two steps of the
/// grains. The pressure of the water responds to it, multiplied by the load of grains, up to about four times
/// its own volume. Returning all of it at once would oscillate.
constexpr double return_share = 0.2;

bool areFinite(const exec::Exec& exec, state::View<const Vec3d> position) {
    return exec::reduce(
        exec, position.size(), true, [&](std::size_t i) { return std::isfinite(squaredLength(position[i])); },
        [](bool a, bool b) { return a && b; });
}

}  // namespace

step::Access MapGrains::access() const {
    return {.reads = {{grains_table, &grains::fields::position},
                      {grains_table, &grains::fields::velocity},
                      {grains_table, &grains::fields::radius},
                      {grains_table, &fields::submerged},
                      {grains_table, &fields::water_share},
                      {grains_table, &fields::owed_lift},
                      {grains_table, &fields::owed_drag},
                      {clock_table, &fields::grains_time},
                      {clock_table, &fields::lift_owed},
                      {water_table, &water::fields::position},
                      {water_table, &water::fields::velocity},
                      {water_table, &water::fields::pressure},
                      {work_table, &water::fields::wall},
                      {work_table, &water::fields::wall_rate}},
            .writes = {{grains_table, &fields::owed_lift},
                       {clock_table, &fields::lift_owed},
                       {work_table, &water::fields::wall},
                       {work_table, &water::fields::wall_rate},
                       {water_table, &water::fields::pressure},
                       {water_rows_table, &fields::filled},
                       {water_rows_table, &fields::filled_slope},
                       {water_rows_table, &fields::load},
                       {water_rows_table, &fields::reaction},
                       {water_rows_table, &fields::drag_reaction}},
            .resizes = {water_rows_table},
            .produces = {coupling_scratch}};
}

void MapGrains::run(step::Step& step) const {
    const auto position = step.read(grains_table, grains::fields::position),
               velocity = step.read(grains_table, grains::fields::velocity),
               owed_drag = step.read(grains_table, fields::owed_drag);
    const auto radius = step.read(grains_table, grains::fields::radius),
               submerged = step.read(grains_table, fields::submerged),
               share = step.read(grains_table, fields::water_share);
    const auto water_position = step.read(water_table, water::fields::position);
    const auto water_velocity = step.read(water_table, water::fields::velocity);
    const auto wall = step.write(work_table, water::fields::wall);
    const auto pressure = step.write(water_table, water::fields::pressure);
    const auto wall_rate = step.write(work_table, water::fields::wall_rate);
    step.resizable(water_rows_table).resize(water_position.size());
    const auto filled = step.write(water_rows_table, fields::filled),
               load = step.write(water_rows_table, fields::load);
    const auto slope = step.write(water_rows_table, fields::filled_slope);
    const auto reaction = step.write(water_rows_table, fields::reaction),
               drag_reaction = step.write(water_rows_table, fields::drag_reaction);
    if (!areFinite(step.exec, position))
        return step.report.fail({.what = "the position of a grain in the water is not a finite number",
                                 .advice = "make dt in [time] shorter",
                                 .ids = {},
                                 .positions = {}});
    CouplingScratch& scratch = step.produce<CouplingScratch>(coupling_scratch);
    const environment::Periodic& domain = setup.smoothing.domain;
    scratch.grains.build(step.exec, position, setup.smoothing.support, domain);
    scratch.water.build(step.exec, water_position, setup.smoothing.support, domain);
    scratch.kernel_sum.resize(position.size());
    scratch.drag_dt.resize(position.size());
    scratch.slip_left.resize(water_position.size());
    scratch.balanced_velocity.resize(position.size());
    const auto kernel_sum = scratch.kernel_sum.view(), drag_dt = scratch.drag_dt.view(),
               slip_left = scratch.slip_left.view();
    const auto balanced_velocity = scratch.balanced_velocity.view();
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t g) {
            double sum = 0;
            Vec3d velocity_sum;
            scratch.water.forNear(position[g], [&](std::uint32_t j, const Vec3d& offset) {
                const double weight = setup.kernel(length(offset)).value;
                sum += weight;
                velocity_sum += wide(water_velocity[j]) * weight;
            });
            kernel_sum[g] = sum;
            drag_dt[g] = 0;
            if (sum > 0 && submerged[g] > 0)
                drag_dt[g] = step.dt * submerged[g] *
                             dragOf(setup.drag, 2 * radius[g], length(velocity_sum / sum - velocity[g]),
                                    share[g], setup.liquid);
        },
        rows_at_once);
    const double reaction_factor = impulseShare(step) / (setup.particle_mass * step.dt),
                 particle_volume = setup.smoothing.volume;
    exec::for_each(
        step.exec, water_position.size(),
        [&](std::size_t i) {
            double filled_sum = 0, rate_sum = 0, load_sum = 0, drag_sum = 0;
            Vec3d gradient, lost;
            scratch.grains.forNear(water_position[i], [&](std::uint32_t g, const Vec3d& offset) {
                const Setup::Kernel kernel = setup.kernel(length(offset));
                const double volume = volumeOf(radius[g]);
                filled_sum += volume * kernel.value;
                gradient += offset * (volume * kernel.gradient);
                rate_sum += volume * kernel.gradient * dot(offset, velocity[g]);
                if (!(kernel_sum[g] > 0)) return;
                const double weight = kernel.value / kernel_sum[g];
                load_sum += weight * volume;
                drag_sum += weight * drag_dt[g];
                lost += owed_drag[g] * weight;
            });
            // Sums over few particles are too large (sparse_water.h). The excess is not volume of grains.
            const double wall_share = double{wall[i].w}, c = grainShare(filled_sum, wall_share),
                         gradient_factor = 1 - setup.sparse->slope(c);
            filled[i] = static_cast<float>(filled_sum);
            slope[i] = narrow(gradient * gradient_factor);
            rate_sum *= gradient_factor;
            load[i] = static_cast<float>(load_sum / particle_volume);
            slip_left[i] = 1 / (1 + drag_sum / setup.particle_mass);
            drag_reaction[i] = narrow(lost * -reaction_factor);
            // The solver doubles the terms of walls, which mirror the particle (solver/sums.h); grains do
            // not.
            wall[i] += slope[i] * 0.5f;
            wall_rate[i] += static_cast<float>(0.5 * rate_sum);
            pressure[i] = static_cast<float>(double{pressure[i]} / setup.sparse->pressure(c));
        },
        rows_at_once);
    // The drag on a grain follows from the mean slip of the particles around it, but each particle is slowed
    // by its own slip. The difference draws each particle towards a mean velocity that is chosen so that the
    // sum of these corrections is 0.
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t g) {
            double sum = 0;
            Vec3d velocity_sum;
            scratch.water.forNear(position[g], [&](std::uint32_t j, const Vec3d& offset) {
                const double weight = setup.kernel(length(offset)).value * slip_left[j];
                sum += weight;
                velocity_sum += wide(water_velocity[j]) * weight;
            });
            balanced_velocity[g] = sum > 0 ? velocity_sum / sum : Vec3d{};
        },
        rows_at_once);
    exec::for_each(
        step.exec, water_position.size(),
        [&](std::size_t i) {
            const Vec3d u = wide(water_velocity[i]);
            Vec3d lost;
            scratch.grains.forNear(water_position[i], [&](std::uint32_t g, const Vec3d& offset) {
                if (kernel_sum[g] > 0)
                    lost += (u - balanced_velocity[g]) *
                            (drag_dt[g] * setup.kernel(length(offset)).value / kernel_sum[g]);
            });
            drag_reaction[i] -= narrow(lost * (slip_left[i] / (setup.particle_mass * step.dt)));
        },
        rows_at_once);
    // The surplus impulse of the pressure on all grains returns to all particles that carry grains, in
    // proportion to their load.
    const auto owed_lift = step.write(grains_table, fields::owed_lift);
    const auto lift_owed = step.write(clock_table, fields::lift_owed);
    lift_owed[0] +=
        exec::sum(step.exec, owed_lift.size(), Vec3d{}, [=](std::size_t g) { return owed_lift[g]; });
    const double load_total =
        exec::sum(step.exec, load.size(), 0.0, [=](std::size_t i) { return double{load[i]}; });
    const Vec3d returned = load_total > 0 ? lift_owed[0] * (return_share * impulseShare(step)) : Vec3d{};
    lift_owed[0] -= returned;
    const Vec3d acceleration_per_load =
        returned * (-1 / (setup.particle_mass * step.dt * std::max(load_total, 1e-30)));
    exec::for_each(step.exec, owed_lift.size(), [=](std::size_t g) { owed_lift[g] = {}; });
    exec::for_each(step.exec, load.size(), [=](std::size_t i) {
        reaction[i] = drag_reaction[i] + narrow(acceleration_per_load * double{load[i]});
    });
}

step::Access ApplyReaction::access() const {
    step::Access access{.reads = {{water_rows_table, &fields::filled}, {water_rows_table, &fields::reaction}},
                        .writes = {},
                        .resizes = {}};
    const auto readWrite = [&](step::FieldRef field) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    };
    if (setup.compressible) {
        readWrite({water_table, &water::fields::acceleration});
    } else {
        readWrite({work_table, &water::fields::flow});
        readWrite({work_table, &water::fields::force});
        access.reads.push_back({work_table, &water::fields::wall});
    }
    return access;
}

void ApplyReaction::run(step::Step& step) const {
    const auto filled = step.read(water_rows_table, fields::filled);
    const auto reaction = step.read(water_rows_table, fields::reaction);
    if (setup.compressible) {
        // The density of wcsph follows from its rate, which already includes the grains (wall_rate).
        const auto acceleration = step.write(water_table, water::fields::acceleration);
        return exec::for_each(step.exec, filled.size(),
                              [=](std::size_t i) { acceleration[i] += reaction[i]; });
    }
    const auto flow = step.write(work_table, water::fields::flow);
    const auto wall = step.read(work_table, water::fields::wall);
    const auto force = step.write(work_table, water::fields::force);
    exec::for_each(step.exec, filled.size(), [=, this](std::size_t i) {
        const double wall_share = double{wall[i].w};
        flow[i].w += filled[i] - static_cast<float>((1 - wall_share) * setup.sparse->excess(grainShare(
                                                                           double{filled[i]}, wall_share)));
        force[i] += reaction[i];
    });
}

}  // namespace talus::couple::water_grains
