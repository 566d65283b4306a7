#include "talus/sand/sources/fill.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "talus/core/rng.h"
#include "talus/environment/contact/solids_at_start.h"
#include "talus/environment/wall_state.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/sand/fields.h"

namespace talus::sand {
namespace {

/// Tolerance for round-off of sides in decimals, as a share of the spacing: it must not cost a layer.
constexpr double slack = 1e-6;

struct Axis {
    double first = 0;
    std::int64_t count = 0;
};
Axis axisOf(double low, double high, double spacing, bool centred) {
    const auto count = static_cast<std::int64_t>(std::floor((high - low) / spacing + slack));
    const double rest = high - low - static_cast<double>(count) * spacing;
    return {low + 0.5 * spacing + (centred ? 0.5 * rest : 0), count};
}

/// Where blocks have particles: not in walls, below the ground or in earlier blocks.
class Free {
  public:
    Free(const Setup& setup, environment::WallsAt walls, const GroundHeights& ground)
        : setup_(setup), walls_(std::move(walls)), ground_(ground) {}

    /// Whether a block has a particle at one of its positions.
    bool isFilled(std::size_t block, const Vec3d& at) const {
        const Vec3d in_domain = environment::wrapped(setup_.domain, at);
        if (setup_.blocks[block].only_free && !isFree(in_domain)) return false;
        // Where blocks overlap, the first one counts, also across a periodic side.
        return std::none_of(setup_.blocks.begin(), setup_.blocks.begin() + static_cast<std::ptrdiff_t>(block),
                            [&](const Block& other) { return contains(other, imageNear(other, at)); });
    }

  private:
    /// The periodic copy of a position that may be in a block, which is no longer than the domain
    /// (check.cpp).
    Vec3d imageNear(const Block& block, const Vec3d& p) const {
        return environment::wrapped({boundsOf(block).min, setup_.domain.length}, p);
    }

    bool isFree(const Vec3d& p) const {
        if (ground_.grid != nullptr)
            if (const auto surface = geometry::surfaceAt(*ground_.grid, ground_.height, p.x, p.y); surface)
                if (p.z < surface->height) return false;
        if (environment::overlapsSolid(walls_, p, 0)) return false;
        for (std::size_t w = 0; w < setup_.boundaries.count(); ++w)
            if (setup_.boundaries.solid_meshes.isClosed(w) && walls_.distanceFromMesh(w, p).distance < 0)
                return false;
        return true;
    }

    const Setup& setup_;
    environment::WallsAt walls_;
    GroundHeights ground_;
};

GroundHeights groundOf(const state::World& world, const Setup& setup) {
    const auto& ground = setup.boundaries.ground;
    if (!ground) return {};
    return {&ground->grid, world.table(ground->table).read(*ground->height)};
}

/// The lattice near whose positions a block has its particles: square, from its lowest face, and centred
/// horizontally.
class BlockLattice {
  public:
    BlockLattice(const Block& block, double spacing, const GroundHeights& ground)
        : block_(block), spacing_(spacing), ground_(ground) {
        const geometry::Box box = boundsOf(block);
        x = axisOf(box.min.x, box.max.x, spacing, true);
        y = axisOf(box.min.y, box.max.y, spacing, true);
        z = axisOf(box.min.z, box.max.z, spacing, false);
    }

    Axis x, y, z;

    bool isLayer() const { return block_.depth && ground_.grid != nullptr; }

    /// Some positions above each other.
    struct Line {
        std::int64_t begin = 0, end = 0;
    };
    /// Those of a vertical line that may have a particle.
    Line line(std::int64_t i, std::int64_t j) const {
        if (!isLayer()) return {0, z.count};
        const auto surface =
            geometry::surfaceAt(*ground_.grid, ground_.height, x.first + static_cast<double>(i) * spacing_,
                                y.first + static_cast<double>(j) * spacing_);
        if (!surface) return {};
        const auto layer = [&](double height) {
            return static_cast<std::int64_t>(
                std::clamp(std::ceil((height - z.first) / spacing_), 0.0, static_cast<double>(z.count)));
        };
        return {block_.only_free ? layer(surface->height) : 0, layer(surface->height + *block_.depth)};
    }

    /// The particle near a position, if the block has one there. @param number different for each
    std::optional<Vec3d> particle(std::int64_t i, std::int64_t j, std::int64_t k,
                                  std::uint64_t number) const {
        const Vec3d at{x.first + static_cast<double>(i) * spacing_,
                       y.first + static_cast<double>(j) * spacing_,
                       z.first + static_cast<double>(k) * spacing_};
        const auto offset = [&](std::uint32_t axis) {
            return random_.uniform(-irregular, irregular, number, axis) * spacing_;
        };
        const Vec3d shift{offset(0), offset(1), offset(2)};
        // All of a box's lattice is in it. Of other shapes the position of the lattice counts, so that the
        // volume does not depend on the offsets. At a side the opposite offset may be inside: on the lattice
        // itself the particles of a round side would stand in columns.
        if (block_.shape == Block::Shape::Box) return at + shift;
        if (!contains(block_, at)) return std::nullopt;
        return contains(block_, at + shift) ? at + shift : contains(block_, at - shift) ? at - shift : at;
    }

  private:
    const Block& block_;
    double spacing_;
    GroundHeights ground_;
    Random random_{0, 0x73616e64};  // "sand"
};

/// The number of particles of a block, by random positions of its lattice. A layer on the ground is a small
/// part of its bounds, so that only positions in the layer are tried.
double estimatedCount(const Free& free, std::size_t b, const BlockLattice& lattice, double tries) {
    const Random random{0, 0x73686172};  // "shar"
    double filled = 0;
    for (std::uint64_t n = 0; n < static_cast<std::uint64_t>(tries); ++n) {
        const auto below = [&](std::int64_t count, std::uint32_t axis) {
            const auto index =
                static_cast<std::int64_t>(random.uniform(0, static_cast<double>(count), n, axis));
            return std::min(index, count - 1);
        };
        const std::int64_t i = below(lattice.x.count, 0), j = below(lattice.y.count, 1);
        const BlockLattice::Line line = lattice.line(i, j);
        const std::int64_t length = line.end - line.begin;
        if (length <= 0) continue;
        const auto particle = lattice.particle(i, j, line.begin + below(length, 2), n);
        if (particle && free.isFilled(b, *particle)) filled += static_cast<double>(length);
    }
    return filled / tries * static_cast<double>(lattice.x.count) * static_cast<double>(lattice.y.count);
}

}  // namespace

double maxPositionsIn(const Block& block, double spacing) {
    const geometry::Box box = boundsOf(block);
    const auto along = [&](double low, double high) {
        return static_cast<double>(axisOf(low, high, spacing, false).count);
    };
    return along(box.min.x, box.max.x) * along(box.min.y, box.max.y) * along(box.min.z, box.max.z);
}

double estimateIn(const Block& block, double spacing, const geometry::Heightfield* ground) {
    const geometry::Box box = boundsOf(block);
    const Vec3d size = box.max - box.min;
    double volume = block.shape == Block::Shape::Box          ? size.x * size.y * size.z
                    : block.shape == Block::Shape::MeshVolume ? geometry::volumeOf(*block.mesh)
                                                              : volumeOf(block);
    // A layer: its depth on each of some columns of its bounds.
    if (ground != nullptr && (block.depth || block.only_free)) {
        constexpr int samples = 64;
        double share = 0;
        for (int j = 0; j < samples; ++j)
            for (int i = 0; i < samples; ++i) {
                const auto surface = geometry::surfaceAt(ground->grid, ground->height.view(),
                                                         box.min.x + (i + 0.5) / samples * size.x,
                                                         box.min.y + (j + 0.5) / samples * size.y);
                double low = box.min.z, high = box.max.z;
                if (surface && block.only_free) low = std::max(low, surface->height);
                if (block.depth) high = surface ? std::min(high, surface->height + *block.depth) : low;
                share += std::max(0.0, high - low) / size.z / (samples * samples);
            }
        volume *= share;
    }
    return volume / (spacing * spacing * spacing);
}

std::vector<Vec3d> positionsIn(const Block& block, double spacing, const GroundHeights& ground) {
    const BlockLattice lattice(block, spacing, ground);
    std::vector<Vec3d> positions;
    std::uint64_t tried = 0;
    const auto add = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
        if (const auto particle = lattice.particle(i, j, k, tried++)) positions.push_back(*particle);
    };
    if (!lattice.isLayer()) {
        for (std::int64_t k = 0; k < lattice.z.count; ++k)
            for (std::int64_t j = 0; j < lattice.y.count; ++j)
                for (std::int64_t i = 0; i < lattice.x.count; ++i) add(i, j, k);
        return positions;
    }
    for (std::int64_t j = 0; j < lattice.y.count; ++j)
        for (std::int64_t i = 0; i < lattice.x.count; ++i) {
            const BlockLattice::Line line = lattice.line(i, j);
            for (std::int64_t k = line.begin; k < line.end; ++k) add(i, j, k);
        }
    return positions;
}

StartCount countAtStart(const Setup& setup, const geometry::Heightfield* ground, double most) {
    GroundHeights heights;
    if (ground != nullptr) heights = {&ground->grid, ground->height.view()};
    const Free free(setup, environment::wallsAtStart(*setup.boundaries.walls, setup.walls), heights);
    StartCount sum;
    for (std::size_t b = 0; b < setup.blocks.size(); ++b) {
        const Block& block = setup.blocks[b];
        const double positions = maxPositionsIn(block, setup.spacing);
        if (positions > most) {
            sum.exact = false;
            sum.count += estimatedCount(free, b, BlockLattice(block, setup.spacing, heights), most);
            continue;
        }
        for (const Vec3d& at : positionsIn(block, setup.spacing, heights)) sum.count += free.isFilled(b, at);
    }
    return sum;
}

void fillBlocks(state::World& world, const Setup& setup) {
    const GroundHeights ground = groundOf(world, setup);
    const Free free(setup,
                    environment::WallsAt(*setup.boundaries.walls, world.time,
                                         environment::wallState(world, *setup.boundaries.walls)),
                    ground);
    std::vector<Vec3d> positions;
    std::vector<Vec3f> velocities;
    std::vector<std::uint16_t> sources;
    for (std::size_t b = 0; b < setup.blocks.size(); ++b) {
        const Block& block = setup.blocks[b];
        for (const Vec3d& at : positionsIn(block, setup.spacing, ground)) {
            if (!free.isFilled(b, at)) continue;
            positions.push_back(environment::wrapped(setup.domain, at));
            velocities.push_back(narrow(block.velocity));
            sources.push_back(static_cast<std::uint16_t>(b));
        }
    }
    state::Table& rows = world.table(sand_table);
    rows.resize(positions.size());
    std::copy(positions.begin(), positions.end(), rows.write(fields::position).begin());
    std::copy(velocities.begin(), velocities.end(), rows.write(fields::velocity).begin());
    std::copy(sources.begin(), sources.end(), rows.write(fields::source).begin());
    const auto id = rows.write(fields::id);
    for (std::size_t i = 0; i < positions.size(); ++i) id[i] = static_cast<std::uint32_t>(i);
    world.table(ledger_table).write(fields::made)[0] = positions.size();
}

}  // namespace talus::sand
