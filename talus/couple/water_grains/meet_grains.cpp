#include "talus/couple/water_grains/meet_grains.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/water_grains/near.h"
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
constexpr std::size_t part_rows = 256;
/// Of what is left over of the pressure, the share that goes back between two steps of the grains. The
/// water's pressure answers to what it gets, by as much as it carries of grains (up to some four of its own
/// volume): all at once would swing.
constexpr double slowly = 0.2;

bool areFinite(const exec::Exec& exec, state::View<const Vec3d> position) {
    return exec::reduce(
        exec, position.size(), true, [&](std::size_t i) { return std::isfinite(squaredLength(position[i])); },
        [](bool a, bool b) { return a && b; });
}

}  // namespace

step::Access MeetGrains::access() const {
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
            .produces = {near_scratch}};
}

void MeetGrains::run(step::Step& step) const {
    const auto position = step.read(grains_table, grains::fields::position),
               velocity = step.read(grains_table, grains::fields::velocity),
               owed_drag = step.read(grains_table, fields::owed_drag);
    const auto radius = step.read(grains_table, grains::fields::radius),
               submerged = step.read(grains_table, fields::submerged),
               share = step.read(grains_table, fields::water_share);
    const auto place = step.read(water_table, water::fields::position);
    const auto flowing = step.read(water_table, water::fields::velocity);
    const auto wall = step.write(work_table, water::fields::wall);
    const auto pressure = step.write(water_table, water::fields::pressure);
    const auto wall_rate = step.write(work_table, water::fields::wall_rate);
    step.resizable(water_rows_table).resize(place.size());
    const auto filled = step.write(water_rows_table, fields::filled),
               load = step.write(water_rows_table, fields::load);
    const auto slope = step.write(water_rows_table, fields::filled_slope);
    const auto reaction = step.write(water_rows_table, fields::reaction),
               drag_reaction = step.write(water_rows_table, fields::drag_reaction);
    if (!areFinite(step.exec, position))
        return step.report.fail({.what = "a grain in the water is at a place that is not a number",
                                 .advice = "make dt in [time] shorter",
                                 .ids = {},
                                 .positions = {}});
    Near& near = step.produce<Near>(near_scratch);
    const environment::Periodic& domain = setup.smoothing.domain;
    near.grains.build(step.exec, position, setup.smoothing.support, domain);
    near.water.build(step.exec, place, setup.smoothing.support, domain);
    near.total.resize(position.size());
    near.pull.resize(position.size());
    near.yields.resize(place.size());
    near.even.resize(position.size());
    const auto total = near.total.view(), pull = near.pull.view(), yields = near.yields.view();
    const auto even = near.even.view();
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t g) {
            double sum = 0;
            Vec3d moving;
            near.water.near(position[g], [&](std::uint32_t j, const Vec3d& way) {
                const double weight = setup.kernel(length(way)).value;
                sum += weight;
                moving += wide(flowing[j]) * weight;
            });
            total[g] = sum;
            pull[g] = 0;
            if (sum > 0 && submerged[g] > 0)
                pull[g] = step.dt * submerged[g] *
                          dragOf(setup.drag, 2 * radius[g], length(moving / sum - velocity[g]), share[g],
                                 setup.liquid);
        },
        part_rows);
    const double paid = part(step) / (setup.particle_mass * step.dt), own = setup.smoothing.volume;
    exec::for_each(
        step.exec, place.size(),
        [&](std::size_t i) {
            double room = 0, swept = 0, carried = 0, pulled = 0;
            Vec3d gradient, lost;
            near.grains.near(place[i], [&](std::uint32_t g, const Vec3d& way) {
                const Setup::Kernel kernel = setup.kernel(length(way));
                const double volume = volumeOf(radius[g]);
                room += volume * kernel.value;
                gradient += way * (volume * kernel.gradient);
                swept += volume * kernel.gradient * dot(way, velocity[g]);
                if (!(total[g] > 0)) return;
                const double weight = kernel.value / total[g];
                carried += weight * volume;
                pulled += weight * pull[g];
                lost += owed_drag[g] * weight;
            });
            // Sums over few particles are too large; what they are too large by is not room that is taken.
            const double in_walls = double{wall[i].w}, c = grainShare(room, in_walls),
                         counts = 1 - setup.sparse->slope(c);
            filled[i] = static_cast<float>(room);
            slope[i] = narrow(gradient * counts);
            swept *= counts;
            load[i] = static_cast<float>(carried / own);
            yields[i] = 1 / (1 + pulled / setup.particle_mass);
            drag_reaction[i] = narrow(lost * -paid);
            // What is in a wall mirrors the particle, and so counts twice (solver/sums.h); a grain does not.
            wall[i] += slope[i] * 0.5f;
            wall_rate[i] += static_cast<float>(0.5 * swept);
            pressure[i] = static_cast<float>(double{pressure[i]} / setup.sparse->pressure(c));
        },
        part_rows);
    // What a grain got was of the mean slip. Each particle loses by its own: faster ones more, slower ones
    // less, towards a mean such that together they lose nothing by it.
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t g) {
            double sum = 0;
            Vec3d moving;
            near.water.near(position[g], [&](std::uint32_t j, const Vec3d& way) {
                const double weight = setup.kernel(length(way)).value * yields[j];
                sum += weight;
                moving += wide(flowing[j]) * weight;
            });
            even[g] = sum > 0 ? moving / sum : Vec3d{};
        },
        part_rows);
    exec::for_each(
        step.exec, place.size(),
        [&](std::size_t i) {
            const Vec3d u = wide(flowing[i]);
            Vec3d lost;
            near.grains.near(place[i], [&](std::uint32_t g, const Vec3d& way) {
                if (total[g] > 0)
                    lost += (u - even[g]) * (pull[g] * setup.kernel(length(way)).value / total[g]);
            });
            drag_reaction[i] -= narrow(lost * (yields[i] / (setup.particle_mass * step.dt)));
        },
        part_rows);
    // What is left over of the pressure on all grains goes to all that carries them, by how much it carries.
    const auto owed_lift = step.write(grains_table, fields::owed_lift);
    const auto lift_owed = step.write(clock_table, fields::lift_owed);
    lift_owed[0] +=
        exec::sum(step.exec, owed_lift.size(), Vec3d{}, [=](std::size_t g) { return owed_lift[g]; });
    const double loads =
        exec::sum(step.exec, load.size(), 0.0, [=](std::size_t i) { return double{load[i]}; });
    const Vec3d given = loads > 0 ? lift_owed[0] * (slowly * part(step)) : Vec3d{};
    lift_owed[0] -= given;
    const Vec3d each = given * (-1 / (setup.particle_mass * step.dt * std::max(loads, 1e-30)));
    exec::for_each(step.exec, owed_lift.size(), [=](std::size_t g) { owed_lift[g] = {}; });
    exec::for_each(step.exec, load.size(),
                   [=](std::size_t i) { reaction[i] = drag_reaction[i] + narrow(each * double{load[i]}); });
}

step::Access PushWater::access() const {
    step::Access access{.reads = {{water_rows_table, &fields::filled}, {water_rows_table, &fields::reaction}},
                        .writes = {},
                        .resizes = {}};
    const auto both = [&](step::FieldRef field) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    };
    if (setup.compressible) {
        both({water_table, &water::fields::acceleration});
    } else {
        both({work_table, &water::fields::flow});
        both({work_table, &water::fields::force});
        access.reads.push_back({work_table, &water::fields::wall});
    }
    return access;
}

void PushWater::run(step::Step& step) const {
    const auto filled = step.read(water_rows_table, fields::filled);
    const auto reaction = step.read(water_rows_table, fields::reaction);
    if (setup.compressible) {
        // Its density follows the rate, which has the grains in it.
        const auto acceleration = step.write(water_table, water::fields::acceleration);
        return exec::for_each(step.exec, filled.size(),
                              [=](std::size_t i) { acceleration[i] += reaction[i]; });
    }
    const auto flow = step.write(work_table, water::fields::flow);
    const auto wall = step.read(work_table, water::fields::wall);
    const auto force = step.write(work_table, water::fields::force);
    exec::for_each(step.exec, filled.size(), [=, this](std::size_t i) {
        const double in_walls = double{wall[i].w};
        flow[i].w += filled[i] - static_cast<float>((1 - in_walls) * setup.sparse->excess(grainShare(
                                                                         double{filled[i]}, in_walls)));
        force[i] += reaction[i];
    });
}

}  // namespace talus::couple::water_grains
