#include "talus/couple/water_grains/meet_grains.h"
#include "talus/couple/water_grains/near.h"
#include "talus/couple/water_grains/sparse_water.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/water/fields.h"

namespace talus::couple::water_grains {
namespace {

using grains::grains_table;
using water::water_table;
using water::work_table;

/// A kernel that is half full counts as full: a grain on the floor, or at the surface, has no more.
constexpr double full = 2;
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
                        .produces = {near_scratch},
                        .reads_scratch = {near_scratch}};
    if (setup.compressible)
        access.reads.push_back({water_table, &water::fields::acceleration});
    else
        access.reads.push_back({work_table, &water::fields::flow});
    return access;
}

void SampleWater::run(step::Step& step) const {
    Near& near = step.produce<Near>(near_scratch);
    near.lean.resize(step.rows(grains_table));
    const auto lean = near.lean.view();
    near.taken.resize(near.lean.size());
    const auto taken = near.taken.view();
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
    // The solver's pressures, over the density: for wcsph those of the step, for dfsph its velocities'.
    const auto pressure = step.write(water_table, water::fields::pressure);
    const auto place = step.read(work_table, water::fields::position_pressure);
    const auto price = [&](std::size_t j) {
        return setup.compressible ? double{place[j].w} : double{pressure[j]} / setup.liquid.density;
    };
    const double left = 1 - part(step), dt = step.dt;
    const auto watched = step.write(clock_table, fields::watched);
    const double fresh = dt / (watched[0] + dt);
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t g) {
            const double total = near.total[g];
            submerged[g] = lean[g] = 0;
            taken[g] = {};
            if (!(total > 0)) return;
            Vec3d moving, gained, pressed, to_walls;
            double full_of_grains = 0, carried = 0, in_walls = 0, priced = 0, room = 0;
            near.water.near(position[g], [&](std::uint32_t j, const Vec3d& way) {
                const Setup::Kernel kernel = setup.kernel(length(way));
                const double weight = kernel.value / total;
                const Vec3d before = wide(velocity[j]);
                const Vec3d now = flow.empty() ? before : wide(flow[j].xyz());
                const Vec3d change = flow.empty() ? wide(rate[j]) : (now - before) / dt;
                moving += now * weight;
                gained += (change - wide(drag_reaction[j])) * weight;
                const double c = grainShare(double{filled[j]}, double{wall[j].w});
                pressed -= way * (kernel.gradient * (1 - setup.sparse->slope(c)) * price(j));
                priced += weight * price(j);
                room += weight * double{filled[j]};
                to_walls += wide(wall[j].xyz() - slope[j] * 0.5f) * weight;
                full_of_grains += weight * (1 - waterShare(double{filled[j]}, double{wall[j].w}));
                carried += weight * double{load[j]};
                in_walls += weight * double{wall[j].w};
            });
            const double eps = 1 - full_of_grains;
            around[g] = moving;
            acceleration[g] += (gained - acceleration[g]) * fresh;
            share[g] = eps;
            crowding[g] = carried;
            const double wet = total * setup.smoothing.volume / (eps * (1 - std::min(in_walls, 0.9)));
            submerged[g] = std::min(1.0, full * wet);
            const double volume = volumeOf(radius[g]), density = setup.liquid.density;
            lean[g] = volume * density * priced * total * setup.smoothing.volume /
                      ((1 - std::min(in_walls, 0.9)) * std::clamp(1 - room, 0.1, 1.0));
            taken[g] = pressed * (setup.particle_mass * volume) - to_walls * lean[g];
            owed_drag[g] = owed_drag[g] * left;
        },
        256);
    watched[0] += dt;
    step.write(clock_table, fields::lift_owed)[0] -=
        exec::sum(step.exec, taken.size(), Vec3d{}, [=](std::size_t g) { return taken[g]; }) * dt;
    exec::for_each(step.exec, pressure.size(), [=, this](std::size_t i) {
        const double c = grainShare(double{filled[i]}, double{wall[i].w});
        pressure[i] = static_cast<float>(double{pressure[i]} * setup.sparse->pressure(c));
    });
}

step::Access LeanOnWalls::access() const {
    return {.reads = {{grains_table, &grains::fields::radius},
                      {water_table, &water::fields::position},
                      {work_table, &water::fields::wall},
                      {work_table, &water::fields::position_pressure}},
            .writes = {{work_table, &water::fields::position_pressure}},
            .resizes = {},
            .reads_scratch = {near_scratch}};
}

void LeanOnWalls::run(step::Step& step) const {
    const Near& near = step.readScratch<Near>(near_scratch);
    const auto position = step.read(water_table, water::fields::position);
    const auto wall = step.read(work_table, water::fields::wall);
    const auto place = step.write(work_table, water::fields::position_pressure);
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t i) {
            double leant = 0;
            if (wall[i].w > 0)
                near.grains.near(position[i], [&](std::uint32_t g, const Vec3d& way) {
                    if (near.total[g] > 0)
                        leant += near.lean[g] * setup.kernel(length(way)).value / near.total[g];
                });
            // Walls are pressed with twice of a particle's (solver/sums.h).
            place[i].w = static_cast<float>(leant / (2 * setup.particle_mass));
        },
        256);
}

}  // namespace talus::couple::water_grains
