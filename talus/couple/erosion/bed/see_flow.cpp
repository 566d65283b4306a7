#include "talus/couple/erosion/bed/sample_flow.h"

#include <algorithm>

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

/// A point is wet all over once half of what a bed at rest sees of the kernel is filled: 1 / 4 of the kernel.
constexpr double full = 0.25;
/// The flow is not seen nearer to the bed than at this share of the spacing: half as near as water at rest
/// is.
constexpr double nearest = 0.25;
constexpr std::size_t rows_at_once = 512;

}  // namespace

std::vector<step::FieldRef> seenFields() {
    return {{water_table, &water::fields::position},
            {water_table, &fields::sediment},
            {water_table, &water::fields::pressure},
            {work_table, &water::fields::flow},
            {work_table, &water::fields::clearance}};
}

void seeFlow(step::Step& step, const Setup& setup, Bed& bed, Sight& sight) {
    const auto sediment = step.read(water_table, fields::sediment);
    const auto flow = step.read(work_table, water::fields::flow);
    const auto pressure = step.read(water_table, water::fields::pressure);
    const environment::Periodic& domain = setup.smoothing.domain;
    const double support = setup.smoothing.support;
    const auto rows = std::as_const(bed.near).view();
    const auto places = std::as_const(bed.near_place).view();
    const auto sinking = std::as_const(bed.near_sinking).view();
    const water::FrictionAt<double> own_friction(setup.own_friction);
    const bool rubs = setup.settings.bed_friction && setup.settings.shear == Shear::WallLaw;
    const auto first = std::as_const(sight.first).view();
    const double dt = step.dt;
    const double column = setup.liquid.density * setup.liquid.gravity;  // pressure under a metre of it [Pa]
    const auto look = [&](std::size_t p) {
        Bed::Point& point = bed.points[p];
        const auto begin = sight.seen.begin() + first[p], end = begin + sight.count[p];
        // Tasks found them in any order.
        std::sort(begin, end, [](const Seen& a, const Seen& b) { return a.particle < b.particle; });
        double weight = 0, sinks = 0, fractions = 0, depths = 0;
        Vec3d flows, rates;
        for (auto seen = begin; seen != end; ++seen) {
            const std::uint32_t k = seen->particle, j = rows[k];
            const double w = seen->weight;
            const Vec3d from = environment::shortest(domain, places[k] - point.place),
                        velocity = wide(flow[j].xyz());
            const double above = dot(from, point.normal);
            weight += w;
            flows += velocity * w;
            rates += velocity * (w / std::max(nearest * setup.spacing, above));
            depths += w * (double{pressure[j]} / column + above);
            fractions += w * setup.fraction(sediment[j]);
            sinks += w * sinking[k];
        }
        point.weight = weight;
        point.sinking = sinks;
        if (!(weight > 0)) return;
        point.wet = std::min(1.0, weight * setup.smoothing.volume / full);
        point.fraction = fractions / weight;
        point.depth = depths / weight;
        const auto along = [&](const Vec3d& v) { return (v - point.normal * dot(v, point.normal)) / weight; };
        point.flow = along(flows);
        const double speed = length(point.flow), rate = length(along(rates));
        if (!(speed > 0 && rate > 0)) return;
        // A single particle is a drop and no flow: the bed feels no stress of it.
        if (sight.count[p] < 2) return;
        // The height at which that speed has the mean shear rate, as the water's own friction on walls sees
        // it.
        point.height = std::clamp(speed / rate, nearest * setup.spacing, support);
        const double thicker = setup.thickening(point.fraction);
        if (setup.settings.shear == Shear::Power) {
            point.shear = setup.power_law(speed, setup.settings.shear_distance.value_or(point.height));
        } else {
            environment::WallLaw law = setup.wall_law;
            law.viscosity *= thicker;
            point.shear = law(speed, point.height);
        }
        if (!rubs) return;
        const double own = setup.liquid.density * own_friction.atWall(speed * speed, point.height) +
                           (thicker - 1) * setup.liquid.viscosity * setup.stick;
        const double extra = std::max(0.0, point.shear - own * speed / point.height);
        // As the layer beside the bed, 2 z thick, will be at the end of the step: friction does not turn it
        // round.
        point.extra = extra / (1 + extra * dt / (2 * setup.liquid.density * point.height * speed));
    };
    exec::for_each(step.exec, bed.points.size(), look, rows_at_once);
}

}  // namespace talus::couple::erosion
