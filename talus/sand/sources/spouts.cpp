#include "talus/sand/sources/spouts.h"

#include <fmt/format.h>

#include "talus/core/rng.h"
#include "talus/environment/wall_state.h"
#include "talus/math/rotation.h"
#include "talus/sand/sources/fill.h"
#include "talus/sand/sources/free_positions.h"

namespace talus::sand {
namespace {

step::Trouble tooMany(std::size_t count, std::int64_t limit) {
    return {fmt::format("{} particles of sand, more than the limit of {}", count, limit),
            "raise limit in [sand], end the [[sand_spout]] earlier, or put a [[sink]] where sand may leave",
            {},
            {}};
}

/// A particle of a spout's layers.
struct Drawn {
    std::uint32_t spout = 0;   ///< its index
    std::uint64_t layer = 0;   ///< number of the layer
    std::uint64_t number = 0;  ///< of the particle in all layers of the spout
};

/// A position near that of the lattice, in the disc of the spout: particles that come in exactly behind each
/// other would stay in columns, and a heap would have a furrow beside each of them. Layers of a disc are
/// rotated by the golden angle, one after the other, too.
Vec3d irregularly(const Spout& spout, Vec3d at, double spacing, const Drawn& drawn) {
    constexpr double golden_angle = 2.399963229728653;  // pi (3 - sqrt 5) [rad]
    const bool disc = spout.shape == Spout::Shape::Disc;
    const environment::RegionAxes axes = environment::axesOf(spout);
    if (disc) at = rotated(rotationBy(axes.along * (golden_angle * static_cast<double>(drawn.layer))), at);
    const Random random{drawn.spout, 0x73706f75};  // "spou"
    const auto offset = [&](std::uint32_t axis) {
        return random.uniform(-irregular, irregular, drawn.number, axis) * spacing;
    };
    const Vec3d moved = at + axes.u * offset(0) + axes.v * offset(1);
    return disc && length(moved) > spout.radius ? at : moved;
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

std::optional<std::size_t> movingSolidAt(const environment::WallsAt& walls, const Boundaries& boundaries,
                                         const Vec3d& p) {
    for (std::size_t f = 0; f < walls.walls().faces().size(); ++f) {
        const environment::WallFace& face = walls.face(f);
        if (!face.thin() && walls.moves(face.wall) && walls.distance(f, p).distance < 0) return face.wall;
    }
    for (std::size_t w = 0; w < boundaries.count(); ++w)
        if (walls.moves(w) && boundaries.solid_meshes.isClosed(w) &&
            walls.distanceFromMesh(w, p).distance < 0)
            return w;
    return std::nullopt;
}

step::Access AddSpouts::access() const {
    using namespace fields;
    const std::vector<step::FieldRef> sums{{spout_table, &layers},
                                           {spout_table, &flown},
                                           {spout_table, &refused},
                                           {ledger_table, &made},
                                           {ledger_table, &wandered}};
    step::Access access{.reads = sums, .writes = sums, .resizes = {sand_table}};
    for (const step::FieldRef& field : environment::wallStateFields(*boundaries.walls))
        access.reads.push_back(field);
    return access;
}

void AddSpouts::run(step::Step& step) const {
    const auto layers = step.write(spout_table, fields::layers);
    const environment::WallsAt walls(*boundaries.walls, step.time(),
                                     environment::wallState(step, *boundaries.walls));
    for (std::size_t f = 0; f < spouts.size(); ++f) {
        const Spout& spout = spouts[f];
        const std::vector<Vec3d> layer = layerOf(spout, spacing);
        const Vec3d along = normalized(spout.direction);
        const auto add = [&](double moved, double speed) {
            std::vector<Vec3d> positions;
            for (std::size_t k = 0; k < layer.size(); ++k) {
                const Vec3d at =
                    irregularly(spout, layer[k], spacing,
                                {static_cast<std::uint32_t>(f), layers[f], layers[f] * layer.size() + k});
                positions.push_back(environment::wrapped(domain, spout.centre + at + along * moved));
            }
            const auto position = step.resizable(sand_table).read(fields::position);
            std::vector<Vec3d> free =
                freePositions(step.exec, positions, position, particles_along_cell * spacing, domain);
            std::erase_if(free,
                          [&](const Vec3d& p) { return movingSolidAt(walls, boundaries, p).has_value(); });
            step.write(spout_table, fields::flown)[f] += positions.size();
            step.write(spout_table, fields::refused)[f] += positions.size() - free.size();
            return append(step, f, free, narrow(along * speed));
        };
        addLayersDue(spout, spacing, layer.size(), step.time(), layers[f], add);
        if (!step.report.ok()) return;
    }
}

bool AddSpouts::append(step::Step& step, std::size_t spout, const std::vector<Vec3d>& positions,
                       const Vec3f& flow) const {
    if (positions.empty()) return true;
    state::Table& rows = step.resizable(sand_table);
    const std::size_t first = rows.size(), count = first + positions.size();
    if (count > static_cast<std::size_t>(limit)) {
        step.report.fail(tooMany(count, limit));
        return false;
    }
    rows.resize(count);
    const auto made = step.write(ledger_table, fields::made);
    const auto position = rows.write(fields::position);
    const auto velocity = rows.write(fields::velocity);
    const auto id = rows.write(fields::id);
    const auto source = rows.write(fields::source);
    for (std::size_t k = 0; k < positions.size(); ++k) {
        position[first + k] = positions[k];
        velocity[first + k] = flow;
        id[first + k] = static_cast<std::uint32_t>(made[0] + k);
        source[first + k] = static_cast<std::uint16_t>(first_source + spout);
    }
    made[0] += positions.size();
    step.write(ledger_table, fields::wandered)[0] = fields::rows_changed;
    return true;
}

}  // namespace talus::sand
