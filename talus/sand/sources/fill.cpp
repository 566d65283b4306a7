#include "talus/sand/sources/fill.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/core/rng.h"
#include "talus/environment/wall_motion.h"
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

/// A closed mesh that faces outwards, as a region.
std::optional<environment::Region> solidOf(const environment::Wall& wall) {
    if (wall.kind != environment::Wall::Kind::Mesh || !wall.mesh || wall.deforms) return std::nullopt;
    if (geometry::openSides(*wall.mesh) > 0 || !(geometry::volumeOf(*wall.mesh) > 0)) return std::nullopt;
    environment::Region region;
    region.shape = environment::Region::Shape::MeshVolume;
    region.mesh = wall.mesh;
    return region;
}

/// Where blocks have particles: not in walls, below the ground or in earlier blocks.
class Free {
  public:
    Free(const Setup& setup, environment::WallsAt walls, const GroundHeights& ground)
        : setup_(setup), walls_(std::move(walls)), ground_(ground) {
        for (std::size_t w = 0; w < setup.walls.size(); ++w)
            if (auto solid = solidOf(setup.walls[w])) solids_.emplace_back(w, std::move(*solid));
    }

    /// Whether a block has a particle at one of its positions.
    bool isFilled(std::size_t block, const Vec3d& at) const {
        if (setup_.blocks[block].only_free && !isFree(at)) return false;
        // Where blocks overlap, the first one counts.
        return std::none_of(setup_.blocks.begin(), setup_.blocks.begin() + static_cast<std::ptrdiff_t>(block),
                            [&](const Block& other) { return contains(other, at); });
    }

  private:
    bool isFree(const Vec3d& p) const {
        if (ground_.grid != nullptr)
            if (const auto surface = geometry::surfaceAt(*ground_.grid, ground_.height, p.x, p.y); surface)
                if (p.z < surface->height) return false;
        for (std::size_t f = 0; f < walls_.walls().faces().size(); ++f)
            if (!walls_.face(f).thin() && walls_.distance(f, p).distance < 0) return false;
        return std::none_of(solids_.begin(), solids_.end(), [&](const auto& solid) {
            return contains(solid.second, walls_.inFrame(solid.first, p));
        });
    }

    const Setup& setup_;
    environment::WallsAt walls_;
    GroundHeights ground_;
    std::vector<std::pair<std::size_t, environment::Region>> solids_;
};

/// The walls before there is a state, with those of bodies where they begin.
environment::WallsAt wallsAtStart(const Setup& setup) {
    std::vector<Vec3d> shift, axis_x, axis_y, velocity, spin;
    for (std::size_t w = 0; w < setup.walls.size(); ++w) {
        const environment::Wall& wall = setup.walls[w];
        const environment::Pose pose =
            wall.presence.at(0) ? environment::startPose(wall) : environment::absentPose(w);
        shift.push_back(pose.shift);
        axis_x.push_back(pose.rotation.x);
        axis_y.push_back(pose.rotation.y);
        velocity.push_back(pose.velocity);
        spin.push_back(pose.spin);
    }
    const auto view = [](const std::vector<Vec3d>& column) {
        return exec::View<const Vec3d>(column.data(), column.size());
    };
    return {
        *setup.boundaries.walls, 0, {view(shift), view(axis_x), view(axis_y), view(velocity), view(spin)}};
}

GroundHeights groundOf(const state::World& world, const Setup& setup) {
    const auto& ground = setup.boundaries.ground;
    if (!ground) return {};
    return {&ground->grid, world.table(ground->table).read(*ground->height)};
}

/// The share of the bounds of a block that has particles, by random points.
double filledShare(const Free& free, std::size_t b, const Block& block, const GroundHeights& ground,
                   double points) {
    const geometry::Box box = boundsOf(block);
    const Random random{0, 0x73686172};  // "shar"
    double filled = 0;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(points); ++k) {
        const Vec3d at{random.uniform(box.min.x, box.max.x, k, 0), random.uniform(box.min.y, box.max.y, k, 1),
                       random.uniform(box.min.z, box.max.z, k, 2)};
        if (!contains(block, at)) continue;
        if (block.depth && ground.grid != nullptr) {
            const auto surface = geometry::surfaceAt(*ground.grid, ground.height, at.x, at.y);
            if (!surface || at.z > surface->height + *block.depth) continue;
        }
        filled += free.isFilled(b, at);
    }
    return filled / points;
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
    const geometry::Box box = boundsOf(block);
    const Axis x = axisOf(box.min.x, box.max.x, spacing, true),
               y = axisOf(box.min.y, box.max.y, spacing, true),
               z = axisOf(box.min.z, box.max.z, spacing, false);
    std::vector<Vec3d> positions;
    const Random random{0, 0x73616e64};  // "sand"
    std::uint64_t tried = 0;
    const auto add = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
        const Vec3d at{x.first + static_cast<double>(i) * spacing, y.first + static_cast<double>(j) * spacing,
                       z.first + static_cast<double>(k) * spacing};
        const auto offset = [&](std::uint32_t axis) {
            return random.uniform(-irregular, irregular, tried, axis) * spacing;
        };
        const Vec3d shift{offset(0), offset(1), offset(2)};
        ++tried;
        // All of a box's lattice is in it. Of other shapes the position of the lattice counts, so that the
        // volume does not depend on the offsets. At a side the opposite offset may be inside: on the lattice
        // itself the particles of a round side would stand in columns.
        if (block.shape == Block::Shape::Box)
            positions.push_back(at + shift);
        else if (contains(block, at))
            positions.push_back(contains(block, at + shift)   ? at + shift
                                : contains(block, at - shift) ? at - shift
                                                              : at);
    };
    if (!block.depth || ground.grid == nullptr) {
        for (std::int64_t k = 0; k < z.count; ++k)
            for (std::int64_t j = 0; j < y.count; ++j)
                for (std::int64_t i = 0; i < x.count; ++i) add(i, j, k);
        return positions;
    }
    // A layer on the ground: of each vertical line only what may be in it.
    for (std::int64_t j = 0; j < y.count; ++j)
        for (std::int64_t i = 0; i < x.count; ++i) {
            const auto surface =
                geometry::surfaceAt(*ground.grid, ground.height, x.first + static_cast<double>(i) * spacing,
                                    y.first + static_cast<double>(j) * spacing);
            if (!surface) continue;
            const auto layer = [&](double height) {
                return std::clamp(std::ceil((height - z.first) / spacing), 0.0, static_cast<double>(z.count));
            };
            const auto end = static_cast<std::int64_t>(layer(surface->height + *block.depth));
            const auto first = block.only_free ? static_cast<std::int64_t>(layer(surface->height)) : 0;
            for (std::int64_t k = first; k < end; ++k) add(i, j, k);
        }
    return positions;
}

StartCount countAtStart(const Setup& setup, const geometry::Heightfield* ground, double most) {
    GroundHeights heights;
    if (ground != nullptr) heights = {&ground->grid, ground->height.view()};
    const Free free(setup, wallsAtStart(setup), heights);
    StartCount sum;
    for (std::size_t b = 0; b < setup.blocks.size(); ++b) {
        const Block& block = setup.blocks[b];
        const double positions = maxPositionsIn(block, setup.spacing);
        if (positions > most) {
            sum.exact = false;
            sum.count += positions * filledShare(free, b, block, heights, most);
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
