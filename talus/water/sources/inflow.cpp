#include "talus/water/sources/inflow.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::water {

std::vector<Vec3d> layerOf(const Inflow& inflow, double spacing) {
    if (inflow.shape == Inflow::Shape::Rectangle)
        return layerAcross(inflow, inflow.width, inflow.height, spacing, [](double, double) { return true; });
    const environment::RegionAxes axes = axesOf(inflow);
    const auto reach = static_cast<int>(std::ceil(inflow.radius / spacing));
    // A lattice with a particle in the centre, or with the centre between four particles: whichever is nearer
    // to the area of the disc.
    std::vector<Vec3d> best;
    const double area = areaOf(inflow) / (spacing * spacing);
    for (const double offset : {0.0, 0.5}) {
        std::vector<Vec3d> positions;
        for (int j = -reach - 1; j <= reach; ++j)
            for (int i = -reach - 1; i <= reach; ++i) {
                const double a = (i + offset) * spacing, b = (j + offset) * spacing;
                if (a * a + b * b < inflow.radius * inflow.radius)
                    positions.push_back(axes.u * a + axes.v * b);
            }
        const auto miss = [&](const std::vector<Vec3d>& p) {
            return std::abs(static_cast<double>(p.size()) - area);
        };
        if (best.empty() || miss(positions) < miss(best)) best = std::move(positions);
    }
    return best;
}

bool anyLayersDue(const std::vector<Inflow>& inflows, double spacing, exec::View<const std::uint64_t> layers,
                  double time) {
    for (std::size_t f = 0; f < inflows.size(); ++f)
        if (layers[f] < layersDue(inflows[f], spacing, layerOf(inflows[f], spacing).size(), time))
            return true;
    return false;
}

step::Access AddInflow::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{
        {inflow_table, &layers}, {inflow_table, &flown}, {ledger_table, &made}};
    return {.reads = sums, .writes = sums, .resizes = {water_table}};
}

void AddInflow::run(step::Step& step) const {
    const auto layers = step.write(inflow_table, fields::layers);
    const auto flown = step.write(inflow_table, fields::flown);
    const auto made = step.write(ledger_table, fields::made);
    for (std::size_t f = 0; f < inflows.size(); ++f) {
        const Inflow& inflow = inflows[f];
        const std::vector<Vec3d> layer = layerOf(inflow, spacing);
        const Vec3d along = normalized(inflow.direction);
        const auto add = [&](double moved, double speed) {
            state::Table& rows = step.resizable(water_table);
            const std::size_t first = rows.size();
            if (first + layer.size() > static_cast<std::size_t>(limit)) {
                step.report.fail(
                    {.what = fmt::format("{} particles of water, more than the limit of {}",
                                         first + layer.size(), limit),
                     .advice = "raise limit in [water], end the [[inflow]] earlier, or put a [[sink]] where "
                               "water may leave",
                     .ids = {},
                     .positions = {}});
                return false;
            }
            rows.resize(first + layer.size());
            const auto position = rows.write(fields::position);
            const auto velocity = rows.write(fields::velocity);
            const auto density = rows.write(fields::density);
            const auto id = rows.write(fields::id);
            for (std::size_t k = 0; k < layer.size(); ++k) {
                position[first + k] = inflow.centre + layer[k] + along * moved;
                velocity[first + k] = narrow(along * speed);
                density[first + k] = static_cast<float>(rest_density);
                id[first + k] = static_cast<std::uint32_t>(made[0] + k);
            }
            made[0] += layer.size();
            flown[f] += layer.size();
            return true;
        };
        addLayersDue(inflow, spacing, layer.size(), step.time(), layers[f], add);
        if (!step.report.ok()) return;
    }
}

}  // namespace talus::water
