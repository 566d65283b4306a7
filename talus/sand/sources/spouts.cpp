#include "talus/sand/sources/spouts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::sand {

std::vector<Vec3d> layerOf(const Spout& spout, double spacing) {
    const environment::RegionAxes axes = axesOf(spout);
    const bool round = spout.shape == Spout::Shape::Disc;
    const double width = round ? 2 * spout.radius : spout.width,
                 height = round ? 2 * spout.radius : spout.height;
    constexpr double slack = 1e-6;  // for round-off of sizes in decimals
    const auto columns = static_cast<std::int64_t>(width / spacing + slack),
               rows = static_cast<std::int64_t>(height / spacing + slack);
    std::vector<Vec3d> positions;
    for (std::int64_t j = 0; j < rows; ++j)
        for (std::int64_t i = 0; i < columns; ++i) {
            const double a = (static_cast<double>(i) - 0.5 * static_cast<double>(columns - 1)) * spacing,
                         b = (static_cast<double>(j) - 0.5 * static_cast<double>(rows - 1)) * spacing;
            if (!round || a * a + b * b < spout.radius * spout.radius)
                positions.push_back(axes.u * a + axes.v * b);
        }
    return positions;
}

std::uint64_t layersDue(const Spout& spout, double spacing, std::size_t particles_a_layer, double time) {
    const auto begun = static_cast<double>(begunBy(spout, time, spacing));
    if (!spout.volume) return static_cast<std::uint64_t>(begun);
    const double all =
        std::ceil(*spout.volume / (spacing * spacing * spacing * static_cast<double>(particles_a_layer)));
    return static_cast<std::uint64_t>(std::min(begun, all));
}

step::Access AddSpouts::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{
        {spout_table, &layers}, {spout_table, &flown}, {ledger_table, &made}, {ledger_table, &wandered}};
    return {.reads = sums, .writes = sums, .resizes = {sand_table}};
}

void AddSpouts::run(step::Step& step) const {
    const auto layers = step.write(spout_table, fields::layers);
    const auto flown = step.write(spout_table, fields::flown);
    const auto made = step.write(ledger_table, fields::made);
    for (std::size_t f = 0; f < spouts.size(); ++f) {
        const Spout& spout = spouts[f];
        const std::vector<Vec3d> layer = layerOf(spout, spacing);
        const std::uint64_t due = layersDue(spout, spacing, layer.size(), step.time());
        const Vec3d along = normalized(spout.direction);
        for (; layers[f] < due; ++layers[f]) {
            state::Table& rows = step.resizable(sand_table);
            const std::size_t first = rows.size();
            if (first + layer.size() > static_cast<std::size_t>(limit))
                return step.report.fail(
                    {.what = fmt::format("{} particles of sand, more than the limit of {}",
                                         first + layer.size(), limit),
                     .advice =
                         "raise limit in [sand], end the [[sand_spout]] earlier, or put a [[sink]] where "
                         "sand may leave",
                     .ids = {},
                     .positions = {}});
            rows.resize(first + layer.size());
            const auto position = rows.write(fields::position);
            const auto velocity = rows.write(fields::velocity);
            const auto id = rows.write(fields::id);
            const auto source = rows.write(fields::source);
            // Layers that came within the step have moved on since.
            const double came = timeOf(spout, static_cast<double>(layers[f]) * spacing),
                         late = step.time() - came, speed = rateAt(spout, came);
            for (std::size_t k = 0; k < layer.size(); ++k) {
                position[first + k] = spout.centre + layer[k] + along * (late * speed);
                velocity[first + k] = narrow(along * speed);
                id[first + k] = static_cast<std::uint32_t>(made[0] + k);
                source[first + k] = static_cast<std::uint16_t>(first_source + f);
            }
            made[0] += layer.size();
            step.write(ledger_table, fields::wandered)[0] = fields::rows_changed;
            flown[f] += layer.size();
        }
    }
}

}  // namespace talus::sand
