#include "talus/sand/sources/block_notes.h"

#include <fmt/format.h>

#include "talus/environment/wall_motion.h"
#include "talus/sand/fields.h"
#include "talus/sand/sources/fill.h"

namespace talus::sand {
namespace {

struct BesideTube {
    std::uint64_t inside = 0, outside = 0;  ///< particles of a block between the ends of a tube
};

/// Of each block.
std::vector<BesideTube> besideTube(const environment::Wall& tube, const state::Table& sand,
                                   std::size_t blocks) {
    const environment::Pose pose = environment::startPose(tube);
    const Vec3d way = tube.cone.to - tube.cone.from;
    const auto position = sand.read(fields::position);
    const auto source = sand.read(fields::source);
    std::vector<BesideTube> all(blocks);
    for (std::size_t i = 0; i < sand.size(); ++i) {
        const Vec3d from = pose.toLocal(position[i]) - tube.cone.from;
        const double along = dot(from, way) / squaredLength(way);
        if (source[i] >= blocks || along < 0 || along > 1) continue;
        const bool inside = length(from - way * along) < tube.cone.radius;
        ++(inside ? all[source[i]].inside : all[source[i]].outside);
    }
    return all;
}

/// A tube is thin: unlike a box with all of its sides it takes no sand from a block that is wider. A tube in
/// a bed, with most of the sand around it, is meant so.
void addBesideTubes(const state::Table& sand, const Setup& setup, std::vector<method::Note>& notes) {
    for (const environment::Wall& wall : setup.walls) {
        if (wall.kind != environment::Wall::Kind::CylinderInside || !wall.presence.at(0)) continue;
        const std::vector<BesideTube> all = besideTube(wall, sand, setup.blocks.size());
        for (std::size_t b = 0; b < all.size(); ++b)
            if (all[b].outside > 0 && all[b].outside < all[b].inside)
                notes.push_back(
                    {"sand_block " + setup.blocks[b].name,
                     fmt::format(
                         "{} particles of the block '{}' are outside the tube '{}', which is thin, and "
                         "{} are inside; make the block narrower, or a cylinder, if that is not meant",
                         all[b].outside, setup.blocks[b].name, wall.name, all[b].inside)});
    }
}

}  // namespace

std::vector<method::Note> notesOnBlocks(const state::World& world, const Setup& setup) {
    if (world.time > 0) return {};
    const state::Table& sand = world.table(sand_table);
    std::vector<std::uint64_t> particles(setup.blocks.size());
    for (const std::uint16_t source : sand.read(fields::source))
        if (source < particles.size()) ++particles[source];
    std::vector<method::Note> notes;
    for (std::size_t b = 0; b < particles.size(); ++b) {
        const Block& block = setup.blocks[b];
        const double all = estimateIn(block, setup.spacing, nullptr);
        if (block.depth || static_cast<double>(particles[b]) > 0.5 * all) continue;
        notes.push_back({"sand_block " + block.name,
                         fmt::format("the block '{}' has only {} of some {:.0f} particles: the others would "
                                     "be in walls, below the ground or in other blocks; move it or make "
                                     "it smaller if that is not meant",
                                     block.name, particles[b], all)});
    }
    addBesideTubes(sand, setup, notes);
    return notes;
}

}  // namespace talus::sand
