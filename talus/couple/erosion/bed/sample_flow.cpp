#include "talus/couple/erosion/bed/sample_flow.h"

#include <algorithm>

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

/// Share of the kernel that water fills where a point counts as fully wet. Under water at rest, it fills one
/// half of it; a half of that is enough.
constexpr double full_share = 0.25;
/// Minimum height of the flow above the bed, in spacings. Particles of water at rest are twice as high.
constexpr double min_height = 0.25;
constexpr std::size_t rows_at_once = 512;

}  // namespace

std::vector<step::FieldRef> sampledFields() {
    return {{water_table, &water::fields::position},
            {water_table, &fields::sediment},
            {water_table, &water::fields::pressure},
            {work_table, &water::fields::flow},
            {work_table, &water::fields::clearance}};
}

void sampleFlow(step::Step& step, const Setup& setup, Bed& bed, FlowScratch& scratch) {
    const auto sediment = step.read(water_table, fields::sediment);
    const auto flow = step.read(work_table, water::fields::flow);
    const auto pressure = step.read(water_table, water::fields::pressure);
    const environment::Periodic& domain = setup.smoothing.domain;
    const double support = setup.smoothing.support;
    const auto rows = std::as_const(bed.near).view();
    const auto positions = std::as_const(bed.near_position).view();
    const auto sinking = std::as_const(bed.near_sinking).view();
    const water::FrictionAt<double> water_friction(setup.water_friction);
    const bool has_friction = setup.settings.bed_friction && setup.settings.shear == Shear::WallLaw;
    const auto first = std::as_const(scratch.first).view();
    const double dt = step.dt;
    const double column_pressure =
        setup.liquid.density * setup.liquid.gravity;  // of one metre of water [Pa/m]
    const auto sample = [&](std::size_t p) {
        Bed::Point& point = bed.points[p];
        const auto begin = scratch.neighbours.begin() + first[p], end = begin + scratch.count[p];
        // Threads append neighbours in any order; the sums need a fixed one.
        std::sort(begin, end, [](const Neighbour& a, const Neighbour& b) { return a.particle < b.particle; });
        double weight = 0, sinking_sum = 0, fraction_sum = 0, depth_sum = 0;
        Vec3d flow_sum, rate_sum;
        for (auto neighbour = begin; neighbour != end; ++neighbour) {
            const std::uint32_t k = neighbour->particle, j = rows[k];
            const double w = neighbour->weight;
            const Vec3d from = environment::shortest(domain, positions[k] - point.position),
                        velocity = wide(flow[j].xyz());
            const double above = dot(from, point.normal);
            weight += w;
            flow_sum += velocity * w;
            rate_sum += velocity * (w / std::max(min_height * setup.spacing, above));
            depth_sum += w * (double{pressure[j]} / column_pressure + above);
            fraction_sum += w * setup.fraction(sediment[j]);
            sinking_sum += w * sinking[k];
        }
        point.weight = weight;
        point.sinking = sinking_sum;
        if (!(weight > 0)) return;
        point.wet = std::min(1.0, weight * setup.smoothing.volume / full_share);
        point.fraction = fraction_sum / weight;
        point.depth = depth_sum / weight;
        const auto along = [&](const Vec3d& v) { return (v - point.normal * dot(v, point.normal)) / weight; };
        point.flow = along(flow_sum);
        const double speed = length(point.flow), rate = length(along(rate_sum));
        if (!(speed > 0 && rate > 0)) return;
        // A single particle is a drop: it exerts no shear stress.
        if (scratch.count[p] < 2) return;
        // The height at which this speed gives the mean shear rate of the neighbours, as in the water's own
        // wall friction.
        point.height = std::clamp(speed / rate, min_height * setup.spacing, support);
        const double viscosity_factor = setup.thickening(point.fraction);
        if (setup.settings.shear == Shear::Power) {
            point.shear = setup.power_law(speed, setup.settings.shear_distance.value_or(point.height));
        } else {
            environment::WallLaw law = setup.wall_law;
            law.viscosity *= viscosity_factor;
            point.shear = law(speed, point.height);
        }
        if (!has_friction) return;
        const double own = setup.liquid.density * water_friction.atWall(speed * speed, point.height) +
                           (viscosity_factor - 1) * setup.liquid.viscosity * setup.stick;
        const double excess_shear = std::max(0.0, point.shear - own * speed / point.height);
        // Implicit in time for the layer of water next to the bed, which is 2 z thick, so that friction
        // cannot reverse the flow.
        point.excess_shear =
            excess_shear / (1 + excess_shear * dt / (2 * setup.liquid.density * point.height * speed));
    };
    exec::for_each(step.exec, bed.points.size(), sample, rows_at_once);
}

}  // namespace talus::couple::erosion
