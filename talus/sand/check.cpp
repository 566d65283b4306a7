#include "talus/sand/check.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/environment/contact/solids_at_start.h"
#include "talus/environment/known_materials.h"
#include "talus/geometry/heightfield.h"
#include "talus/method/check_world.h"
#include "talus/method/gather.h"
#include "talus/method/source.h"
#include "talus/method/sources/fallen.h"
#include "talus/sand/mpm/tile.h"
#include "talus/sand/needs.h"
#include "talus/sand/setup.h"
#include "talus/sand/sources/fill.h"
#include "talus/sand/sources/spouts.h"

namespace talus::sand {
namespace {

/// The words of materials that consist of grains, or of which there could be grains.
std::vector<std::string_view> solidWords() {
    std::vector<std::string_view> words;
    for (const environment::KnownMaterial& known : environment::knownMaterials())
        if (known.friction) words.push_back(known.word);
    return words;
}

/// Warns where all blocks are where no sand can be, and nothing else brings sand.
void checkCount(const method::Checking& checking, const Setup& setup) {
    if (setup.blocks.empty() || !setup.spouts.empty()) return;
    const auto count = [&](double most) { return startCount(checking.scene, setup, most); };
    // A few positions mostly show that there is sand.
    if (count(1e4).count == 0 && count(1e6).count == 0)
        checking.warn(
            "sand_block", 0, "name",
            "the scene has no sand: all that its blocks would have is in walls, bodies or the ground",
            "move the block");
}

void checkFall(const method::Checking& checking) {
    if (method::fallsForEver(checking.scene))
        checking.warn("sand", 0, "material", "the sand falls for ever: nothing is below it",
                      "add a [[wall]], which is a floor where it has no shape, or gravity = [0, 0, 0] to "
                      "[world]");
}

void checkColour(const method::Checking& checking, const char* section, std::size_t index,
                 const std::vector<double>& colour) {
    if (!colour.empty() && colour.size() != 3)
        checking.error(section, index, "colour", "a colour has three numbers", "such as [0.8, 0.7, 0.5]");
}

/// What is longer than the periodic domain would overlap itself.
bool checkOnePeriod(const method::Checking& checking, const Setup& setup, const char* section,
                    std::size_t index, const Vec3d& size) {
    const auto fits = [&](double side, double length, const char* axis) {
        if (!(length > 0) || side <= length * (1 + 1e-9)) return true;
        checking.error(section, index, "name",
                       fmt::format("it is {:g} m long along {}, longer than the periodic domain, {:g} m, so "
                                   "that it overlaps itself",
                                   side, axis, length),
                       "make it shorter, or the domain larger");
        return false;
    };
    const Vec3d& domain = setup.domain.length;
    return fits(size.x, domain.x, "x") && fits(size.y, domain.y, "y") && fits(size.z, domain.z, "z");
}

void checkBlock(const method::Checking& checking, const Setup& setup, std::size_t index) {
    const Block& block = setup.blocks[index];
    checkColour(checking, "sand_block", index, block.colour);
    if (block.shape == Block::Shape::Box && !method::checkCorners(checking, "sand_block", index, block.box))
        return;
    if (!method::report(checking, "sand_block", index, regionFlaws(block))) return;
    if (block.isMesh() && !block.mesh) return;
    const std::vector<method::Land> lands =
        block.depth ? method::landsOf(checking.scene) : std::vector<method::Land>{};
    const double count = lands.empty() ? maxPositionsIn(block, setup.spacing)
                                       : estimateIn(block, setup.spacing, lands.front().start.get());
    if (!(count <= static_cast<double>(setup.sand.limit)))
        return checking.error(
            "sand_block", index, "name",
            fmt::format("some {:.3g} particles, more than the limit of {}", count, setup.sand.limit),
            "make cell in [sand] larger, or limit in [sand] larger");
    const geometry::Box box = boundsOf(block);
    const mpm::Lattice lattice(setup.origin, setup.sand.cell, setup.domain);
    if (!isOnGrid(lattice, box.min) || !isOnGrid(lattice, box.max))
        return checking.error("sand_block", index, "name",
                              fmt::format("it is more than {:g} cells from the origin", mpm::max_cells),
                              "move it, or make cell in [sand] larger");
    const Vec3d size = box.max - box.min;
    if (std::min({size.x, size.y, size.z}) < setup.spacing * (1 - 1e-6))
        return checking.error("sand_block", index, "name", "no particle fits into it",
                              "make it larger, or cell in [sand] smaller");
    if (!checkOnePeriod(checking, setup, "sand_block", index, size)) return;
    if (block.depth && *block.depth < setup.spacing * (1 - 1e-6))
        return checking.error(
            "sand_block", index, "depth",
            fmt::format("the layer is thinner than the distance of particles, {:g} m", setup.spacing),
            "make it thicker, or cell in [sand] smaller");
    if (block.depth && !setup.boundaries.ground)
        checking.error("sand_block", index, "depth", "it is above the ground, and the scene has none",
                       "add [ground], or leave depth out");
}

/// Whether walls that do not move, and the ground, leave all positions of a spout free.
bool checkIsFree(const method::Checking& checking, const Setup& setup, std::size_t index) {
    const Spout& spout = setup.spouts[index];
    std::vector<Vec3d> positions{spout.centre};
    for (const Vec3d& at : layerOf(spout, setup.spacing)) positions.push_back(spout.centre + at);
    for (Vec3d& p : positions) p = environment::wrapped(setup.domain, p);
    const auto error = [&](bool whole, const std::string& what, const char* hint) {
        checking.error("sand_spout", index, "centre",
                       fmt::format("{} {}", whole ? "it is" : "a part of it is", what), hint);
        return false;
    };
    const environment::WallsAt walls(*setup.boundaries.walls, 0);
    for (std::size_t f = 0; f < walls.walls().faces().size(); ++f) {
        const environment::WallFace& face = walls.face(f);
        if (face.thin() || walls.moves(face.wall)) continue;
        for (const Vec3d& p : positions)
            if (walls.distance(f, p).distance < 0)
                return error(&p == positions.data(),
                             fmt::format("in or behind the wall '{}'", setup.walls[face.wall].name),
                             "move it in front of the wall");
    }
    const environment::WallsAt start = environment::wallsAtStart(*setup.boundaries.walls, setup.walls);
    for (std::size_t k = 0; k < positions.size(); ++k)
        if (const auto wall = movingSolidAt(start, setup.boundaries, positions[k])) {
            checking.warn("sand_spout", index, "centre",
                          fmt::format("{} in '{}' at the start: no sand comes where that is",
                                      k == 0 ? "it is" : "a part of it is", setup.walls[*wall].name),
                          "move one of them");
            break;
        }
    const std::vector<method::Land> lands =
        setup.boundaries.ground ? method::landsOf(checking.scene) : std::vector<method::Land>{};
    if (lands.empty()) return true;
    const geometry::Heightfield& ground = *lands.front().start;
    for (const Vec3d& p : positions)
        if (const auto surface = geometry::surfaceAt(ground.grid, ground.height.view(), p.x, p.y);
            surface && p.z < surface->height)
            return error(&p == positions.data(), "below the ground", "move it up");
    return true;
}

void checkSpout(const method::Checking& checking, const Setup& setup, std::size_t index) {
    const Spout& spout = setup.spouts[index];
    checkColour(checking, "sand_spout", index, spout.colour);
    if (!method::report(checking, "sand_spout", index, regionFlaws(spout))) return;
    method::report(checking, "sand_spout", index, scheduleFlaws(spout, "speeds"));
    if (!(largestRate(spout) > 0))
        checking.warn("sand_spout", index, "speeds", "the speed is 0, so that no sand comes",
                      "give a speed above 0");
    const mpm::Lattice lattice(setup.origin, setup.sand.cell, setup.domain);
    if (!isOnGrid(lattice, spout.centre))
        return checking.error("sand_spout", index, "centre",
                              fmt::format("it is more than {:g} cells from the origin", mpm::max_cells),
                              "move it, or make cell in [sand] larger");
    const bool round = spout.shape == Spout::Shape::Disc;
    const char* narrow = round ? "radius" : spout.width < spout.height ? "width" : "height";
    if (!(areaOf(spout) <= static_cast<double>(setup.sand.limit) * setup.spacing * setup.spacing))
        return checking.error("sand_spout", index, round ? "radius" : "width",
                              "a layer of it has more particles than limit in [sand]",
                              "make it smaller, or cell in [sand] larger");
    if (layerOf(spout, setup.spacing).empty())
        return checking.error("sand_spout", index, narrow, "no particle fits into it",
                              "make it larger, or cell in [sand] smaller");
    const geometry::Box box = boundsOf(spout);
    if (!checkOnePeriod(checking, setup, "sand_spout", index, box.max - box.min)) return;
    if (!checkIsFree(checking, setup, index)) return;
    for (const environment::Sink& sink : checking.scene.environment.sinks)
        if (takes(sink, spout.centre))
            return checking.warn(
                "sand_spout", index, "centre",
                fmt::format("it is in the sink '{}', which removes its sand at once", sink.name),
                "move one of them");
}

/// The grid of a periodic domain consists of whole cells, of mpm of whole tiles.
void checkPeriodic(const method::Checking& checking, const Setup& setup) {
    const int cells = setup.sand.solver == Solver::Mpm ? mpm::tile_cells : 1;
    const double tile = cells * setup.sand.cell;
    const auto side = [&](double length, const char* axis) {
        if (!(length > 0)) return;
        const double tiles = std::max(1.0, std::round(length / tile));
        if (std::abs(length / tile - tiles) > 1e-6 * tiles)
            checking.error(
                "sand", 0, "cell",
                fmt::format("the periodic domain is {:g} m long along {}, which is not a multiple of "
                            "{}",
                            length, axis, cells > 1 ? fmt::format("{} cells", cells) : "a cell"),
                fmt::format("cell = {:.9g} fits along {}", length / tiles / cells, axis));
    };
    side(setup.domain.length.x, "x");
    side(setup.domain.length.y, "y");
    side(setup.domain.length.z, "z");
}

/// Friction that depends on the rate of shear.
void checkFlow(const method::Checking& checking, const Setup& setup) {
    if (!setup.sand.flowing_friction_angle) {
        if (setup.sand.inertial_number != Sand{}.inertial_number)
            checking.warn(
                "sand", 0, "inertial_number",
                "'inertial_number' does nothing here: friction does not depend on the rate of shear",
                "add flowing_friction_angle to [sand], or leave it out");
        return;
    }
    if (setup.bulk.flowing_friction_angle < setup.bulk.friction_angle)
        checking.error("sand", 0, "flowing_friction_angle",
                       fmt::format("it is below the friction angle of sand that begins to flow, {:.3g} deg",
                                   setup.bulk.friction_angle * 180 / std::numbers::pi),
                       "make it larger, or set friction_angle in [sand]");
    if (!setup.sand.grain_radius)
        checking.error("sand", 0, "flowing_friction_angle",
                       "friction that depends on the rate of shear depends on the size of the grains",
                       "add grain_radius to [sand], or leave flowing_friction_angle out");
}

}  // namespace

void load(method::Scene& scene, const method::Checking& checking) {
    std::vector<Block>& blocks = in(scene).blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) method::loadRegion(checking, "sand_block", i, blocks[i]);
}

void checkMaterial(const method::Checking& checking, const Sand& sand) {
    const auto& materials = checking.scene.environment.materials;
    const auto found = std::find_if(materials.begin(), materials.end(),
                                    [&](const auto& material) { return material.name == sand.material; });
    if (found == materials.end() || found->like == "none") return;
    const std::string& like = found->like;
    const std::vector<std::string_view> fitting = solidWords();
    if (std::find(fitting.begin(), fitting.end(), like) != fitting.end()) return;
    checking.error("sand", 0, "material",
                   fmt::format("'{}' is like {}, which has no grains", sand.material, like),
                   fmt::format("name a material that is like {}", fmt::join(fitting, ", ")));
}

void check(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    if (!part.sand) {
        if (!part.blocks.empty())
            checking.error("sand_block", 0, "name", "there is a block of sand, but no [sand]",
                           "add [sand] with its material and cell");
        if (!part.spouts.empty())
            checking.error("sand_spout", 0, "name", "there is a spout of sand, but no [sand]",
                           "add [sand] with its material and cell");
        return;
    }
    if (checking.diagnostics.hasErrors()) return;
    checkMaterial(checking, *part.sand);
    if (part.blocks.empty() && part.spouts.empty())
        checking.error("sand", 0, "cell", "the scene has [sand], but no block and no spout",
                       "add a [[sand_block]] or a [[sand_spout]]");
    const Setup setup = setupOf(checking.scene);
    if (part.sand->solver == Solver::Mpm && !(setup.stiffness > 0))
        checking.error(
            "sand", 0, "cell",
            "the stiffness of the sand depends on its largest pressure, which is unknown: there is "
            "no gravity, and no block or spout has a velocity",
            "add speed to [sand], the expected maximum speed, or stiffness");
    // Less than a tenth of the speed by falling is probably a mistake: sound would be slower than the sand.
    const double falling = fallingSpeed(part, checking.scene.environment);
    if (part.sand->speed && *part.sand->speed < 0.1 * falling)
        checking.warn("sand", 0, "speed",
                      fmt::format("sand of this scene gets as fast as {:.3g} m/s by falling", falling),
                      "leave speed out, or set it to the expected maximum speed");
    for (std::size_t i = 0; i < part.blocks.size(); ++i) checkBlock(checking, setup, i);
    for (std::size_t i = 0; i < part.spouts.size(); ++i) checkSpout(checking, setup, i);
    if (part.sand->solver != Solver::Grains) checkPeriodic(checking, setup);
    checkFlow(checking, setup);
    if (checking.diagnostics.hasErrors()) return;
    checkCount(checking, setup);
    checkFall(checking);
}

}  // namespace talus::sand
