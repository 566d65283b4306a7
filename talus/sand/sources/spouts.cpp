#include "talus/sand/sources/spouts.h"

#include <fmt/format.h>

namespace talus::sand {

std::vector<Vec3d> layerOf(const Spout& spout, double spacing) {
    const bool round = spout.shape == Spout::Shape::Disc;
    const double width = round ? 2 * spout.radius : spout.width,
                 height = round ? 2 * spout.radius : spout.height;
    return layerAcross(spout, width, height, spacing, [&](double a, double b) {
        return !round || a * a + b * b < spout.radius * spout.radius;
    });
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
        const Vec3d along = normalized(spout.direction);
        const auto add = [&](double moved, double speed) {
            state::Table& rows = step.resizable(sand_table);
            const std::size_t first = rows.size();
            if (first + layer.size() > static_cast<std::size_t>(limit)) {
                step.report.fail(
                    {.what = fmt::format("{} particles of sand, more than the limit of {}",
                                         first + layer.size(), limit),
                     .advice =
                         "raise limit in [sand], end the [[sand_spout]] earlier, or put a [[sink]] where "
                         "sand may leave",
                     .ids = {},
                     .positions = {}});
                return false;
            }
            rows.resize(first + layer.size());
            const auto position = rows.write(fields::position);
            const auto velocity = rows.write(fields::velocity);
            const auto id = rows.write(fields::id);
            const auto source = rows.write(fields::source);
            for (std::size_t k = 0; k < layer.size(); ++k) {
                position[first + k] = spout.centre + layer[k] + along * moved;
                velocity[first + k] = narrow(along * speed);
                id[first + k] = static_cast<std::uint32_t>(made[0] + k);
                source[first + k] = static_cast<std::uint16_t>(first_source + f);
            }
            made[0] += layer.size();
            step.write(ledger_table, fields::wandered)[0] = fields::rows_changed;
            flown[f] += layer.size();
            return true;
        };
        addLayersDue(spout, spacing, layer.size(), step.time(), layers[f], add);
        if (!step.report.ok()) return;
    }
}

}  // namespace talus::sand
