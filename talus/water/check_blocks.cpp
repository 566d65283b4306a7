#include "talus/water/check_blocks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/method/check_world.h"
#include "talus/method/source.h"
#include "talus/water/setup.h"
#include "talus/water/sources/fill.h"

namespace talus::water {
namespace {

/// Differences between the volumes of a block and of its lattice are reported above this share: a choice.
constexpr double accepted_difference = 0.06;

/// The volume of a block [m^3]; empty for a lake, whose lattice always has the volume of its hollow.
std::optional<double> volumeOf(const Block& block) {
    const double r = block.radius, round = std::numbers::pi * r * r;
    switch (block.shape) {
        case Block::Shape::Box: {
            const Vec3d size = block.box.max - block.box.min;
            return size.x * size.y * size.z;
        }
        case Block::Shape::Sphere: return 4.0 / 3 * round * r;
        case Block::Shape::Cylinder: return round * block.height;
        case Block::Shape::Capsule: return round * (length(block.end - block.centre) + 4.0 / 3 * r);
        case Block::Shape::MeshVolume: return geometry::volumeOf(*block.mesh);
        default: return std::nullopt;
    }
}

void checkLattice(const method::Checking& checking, const Block& block, double spacing, std::size_t index) {
    const std::optional<double> block_volume = volumeOf(block);
    if (!block_volume) return;
    const double thinned = thinningFor(block, spacing);
    const double filled = static_cast<double>(positionsIn(block, spacing, thinned).size()) * thinned *
                          thinned * spacing * spacing * spacing;
    if (filled == 0)
        return checking.error("water_block", index, "name", "no particle fits into it",
                              "make it larger, or spacing in [water] smaller");
    if (std::abs(filled / *block_volume - 1) > accepted_difference)
        checking.warn("water_block", index, "name",
                      fmt::format("the particles have {:.3g} m^3 together, the block {:.3g} m^3: its sides "
                                  "are not whole layers",
                                  filled, *block_volume),
                      "make its sides multiples of spacing in [water], or make spacing smaller");
}

/// The volume that two boxes have in common [m^3].
double commonVolume(const geometry::Box& a, const geometry::Box& b) {
    const auto side = [](double low_a, double high_a, double low_b, double high_b) {
        return std::max(0.0, std::min(high_a, high_b) - std::max(low_a, low_b));
    };
    return side(a.min.x, a.max.x, b.min.x, b.max.x) * side(a.min.y, a.max.y, b.min.y, b.max.y) *
           side(a.min.z, a.max.z, b.min.z, b.max.z);
}

void checkOverlaps(const method::Checking& checking, const std::vector<Block>& blocks, double spacing,
                   std::size_t index) {
    const Block& block = blocks[index];
    if (block.shape != Block::Shape::Box) return;
    for (std::size_t other = 0; other < index; ++other) {
        if (blocks[other].shape != Block::Shape::Box) continue;
        const double common = commonVolume(block.box, blocks[other].box);
        if (common > 0.5 * spacing * spacing * spacing)
            checking.warn(
                "water_block", index, "name",
                fmt::format("it overlaps the block '{}' by {:.3g} m^3: the water there has twice its "
                            "density and flies apart",
                            blocks[other].name, common),
                "move it, or make one of them smaller");
    }
}

bool isWithin(const geometry::Box& inner, const geometry::Box& outer) {
    return inner.min.x > outer.min.x && inner.min.y > outer.min.y && inner.min.z > outer.min.z &&
           inner.max.x < outer.max.x && inner.max.y < outer.max.y && inner.max.z < outer.max.z;
}

/// A mesh inside a block is probably meant to be solid. Only closed meshes that face outwards are: warns of
/// others.
void checkMeshes(const method::Checking& checking, const Block& block, std::size_t index) {
    if (!block.above_ground) return;
    for (const environment::Wall& wall : checking.scene.environment.walls) {
        if (wall.kind != environment::Wall::Kind::Mesh || !wall.mesh) continue;
        const auto bounds = environment::boundsOf(wall);
        if (!bounds || !isWithin(*bounds, boundsOf(block))) continue;
        if (const std::size_t open = geometry::openSides(*wall.mesh); open > 0)
            checking.warn("water_block", index, "name",
                          fmt::format("the mesh of '{}' is inside it and is not closed ({} sides of its "
                                      "triangles have no neighbour): there is water on both of its sides",
                                      wall.name, open),
                          "close its holes if it is a solid; then it is left empty");
        else if (geometry::volumeOf(*wall.mesh) < 0)
            checking.warn(
                "water_block", index, "name",
                fmt::format("the mesh of '{}' is inside it, and its triangles face inwards: it is a "
                            "vessel and holds water",
                            wall.name),
                "if it is a solid, turn its triangles round (in Blender: Mesh, Normals, Flip)");
    }
}

bool checkShape(const method::Checking& checking, const Water& w, const Block& block, std::size_t index) {
    if (block.shape == Block::Shape::Box && !method::checkCorners(checking, "water_block", index, block.box))
        return false;
    if (!method::report(checking, "water_block", index, regionFlaws(block))) return false;
    if (block.isMesh() && !block.mesh) return false;
    if (block.isLake() && !block.lake) return false;
    const double max_positions = maxPositionsIn(block, w.spacing);
    if (max_positions <= static_cast<double>(w.limit)) return true;
    checking.error("water_block", index, "name",
                   fmt::format("some {:.3g} particles, more than the limit of {}", max_positions, w.limit),
                   "make spacing in [water] larger, or limit in [water] larger");
    return false;
}

}  // namespace

void checkBlocks(const method::Checking& checking) {
    const std::vector<Block>& blocks = in(checking.scene).blocks;
    const Setup setup = setupOf(checking.scene);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!checkShape(checking, setup.water, blocks[i], i)) continue;
        checkLattice(checking, blocks[i], setup.water.spacing, i);
        checkOverlaps(checking, blocks, setup.water.spacing, i);
        checkMeshes(checking, blocks[i], i);
    }
}

}  // namespace talus::water
