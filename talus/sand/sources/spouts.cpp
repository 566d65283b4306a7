#include "talus/sand/sources/spouts.h"

#include <fmt/format.h>

#include "talus/core/rng.h"
#include "talus/sand/sources/fill.h"

namespace talus::sand {
namespace {

/// A position near that of the lattice, in the disc of the spout: particles that come in exactly behind each
/// other would stay in columns.
Vec3d irregularly(const Spout& spout, const Vec3d& at, double spacing, std::uint64_t id) {
    const Random random{0, 0x73706f75};  // "spou"
    const environment::RegionAxes axes = environment::axesOf(spout);
    const auto offset = [&](std::uint32_t axis) {
        return random.uniform(-irregular, irregular, id, axis) * spacing;
    };
    const Vec3d moved = at + axes.u * offset(0) + axes.v * offset(1);
    return spout.shape == Spout::Shape::Disc && length(moved) > spout.radius ? at : moved;
}

}  // namespace

std::vector<Vec3d> layerOf(const Spout& spout, double spacing) {
    const bool round = spout.shape == Spout::Shape::Disc;
    const double width = round ? 2 * spout.radius : spout.width,
                 height = round ? 2 * spout.radius : spout.height;
    return layerAcross(spout, width, height, spacing, [&](double a, double b) {
        return !round || a * a + b * b < spout.radius * spout.radius;
    });
}

double estimateIn(const Spout& spout, double spacing, double time) {
    const std::size_t layer = layerOf(spout, spacing).size();
    return static_cast<double>(layer) * static_cast<double>(layersDue(spout, spacing, layer, time));
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
                position[first + k] =
                    spout.centre + irregularly(spout, layer[k], spacing, made[0] + k) + along * moved;
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
