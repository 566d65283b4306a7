#include "talus/water/sources/inflow.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/geometry/closest_point.h"

namespace talus::water {

std::vector<Vec3d> layerOf(const Inflow& inflow, double spacing) {
    const Vec3d along = normalized(inflow.direction), u = geometry::perpendicularTo(along),
                v = cross(along, u);
    const auto reach = static_cast<int>(std::ceil(inflow.radius / spacing));
    // A lattice with a particle in the middle, or with the middle between four: what is nearer to the disc's
    // area.
    std::vector<Vec3d> best;
    const double area = std::numbers::pi * inflow.radius * inflow.radius / (spacing * spacing);
    for (const double offset : {0.0, 0.5}) {
        std::vector<Vec3d> places;
        for (int j = -reach - 1; j <= reach; ++j)
            for (int i = -reach - 1; i <= reach; ++i) {
                const double a = (i + offset) * spacing, b = (j + offset) * spacing;
                if (a * a + b * b < inflow.radius * inflow.radius) places.push_back(u * a + v * b);
            }
        const auto miss = [&](const std::vector<Vec3d>& p) {
            return std::abs(static_cast<double>(p.size()) - area);
        };
        if (best.empty() || miss(places) < miss(best)) best = std::move(places);
    }
    return best;
}

std::uint64_t layersDue(const Inflow& inflow, double spacing, std::size_t particles_a_layer, double time) {
    const double until = inflow.stop ? std::min(time, *inflow.stop) : time;
    if (until < inflow.start) return 0;
    double layers = std::floor((until - inflow.start) * inflow.speed / spacing) + 1;
    if (inflow.volume)
        layers = std::min(layers, std::ceil(*inflow.volume / (spacing * spacing * spacing *
                                                              static_cast<double>(particles_a_layer))));
    return static_cast<std::uint64_t>(layers);
}

step::Access LetIn::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{
        {inflow_table, &layers}, {inflow_table, &flown}, {ledger_table, &made}};
    return {.reads = sums, .writes = sums, .resizes = {water_table}};
}

void LetIn::run(step::Step& step) const {
    const auto layers = step.write(inflow_table, fields::layers);
    const auto flown = step.write(inflow_table, fields::flown);
    const auto made = step.write(ledger_table, fields::made);
    for (std::size_t f = 0; f < inflows.size(); ++f) {
        const Inflow& inflow = inflows[f];
        const std::vector<Vec3d> layer = layerOf(inflow, spacing);
        const std::uint64_t due = layersDue(inflow, spacing, layer.size(), step.time());
        const Vec3d along = normalized(inflow.direction);
        for (; layers[f] < due; ++layers[f]) {
            state::Table& rows = step.resizable(water_table);
            const std::size_t first = rows.size();
            if (first + layer.size() > static_cast<std::size_t>(limit))
                return step.report.fail(
                    {.what = fmt::format("{} particles of water, more than the limit of {}",
                                         first + layer.size(), limit),
                     .advice = "raise limit in [water], end the [[inflow]] earlier, or put a [[sink]] where "
                               "water may leave",
                     .ids = {},
                     .positions = {}});
            rows.resize(first + layer.size());
            const auto position = rows.write(fields::position);
            const auto velocity = rows.write(fields::velocity);
            const auto density = rows.write(fields::density);
            const auto id = rows.write(fields::id);
            const double late =
                step.time() - (inflow.start + static_cast<double>(layers[f]) * spacing / inflow.speed);
            for (std::size_t k = 0; k < layer.size(); ++k) {
                position[first + k] = inflow.centre + layer[k] + along * (late * inflow.speed);
                velocity[first + k] = narrow(along * inflow.speed);
                density[first + k] = static_cast<float>(rest_density);
                id[first + k] = static_cast<std::uint32_t>(made[0] + k);
            }
            made[0] += layer.size();
            flown[f] += layer.size();
        }
    }
}

}  // namespace talus::water
