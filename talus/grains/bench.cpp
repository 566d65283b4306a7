#include "talus/grains/bench.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/grains/scene.h"
#include "talus/grains/sources/tiles.h"
#include "talus/method/scene.h"

/// A bed of equal spheres at rest on a floor, 25 grains deep, with periodic sides: copies of one tile.
namespace talus::grains {

using method::Scene;

namespace {

constexpr double diameter = 0.002;  // [m]
constexpr double spacing = 1.04;    // of the lattice that the bed starts from, in diameters
constexpr std::uint64_t tile_grains = 2500;
constexpr double tile_width = 10 * spacing * diameter;
constexpr double depth_allowed = 0.2;  // [m]
// The bed collapses from its lattice, and oscillates on its own stiffness (falling_steps). Then all grains
// are stopped, which ends the oscillation; grains that hang between others still fall (settling_steps). In
// the end the fastest grain moves at 0.7 mm/s, and the neighbour search runs every few thousand steps.
constexpr std::uint64_t falling_steps = 24000;
constexpr std::uint64_t settling_steps = 72000;

/// Hertz spring, history, spin, friction 0.5, as in the granular benchmarks of other engines.
void makeFloor(Scene& scene, double width_x, double width_y) {
    scene.name = "settled-bed";
    scene.environment.materials = {{.name = "glass", .density = 2500, .colour = {0.8, 0.8, 0.8}}};
    Contact contact;
    contact.first = contact.second = "glass";
    contact.stiffness = 1e5;
    contact.normal_damping = 3000;
    contact.shear_stiffness = 700;
    contact.shear_damping = 1500;
    contact.friction = 0.5;
    in(scene).contacts = {contact};
    in(scene).params.skin = 0.05;
    scene.time.dt = 5e-6;
    scene.time.frame_interval = 1;
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_max = {width_x, width_y, 0};
    environment::Wall floor;
    floor.name = "floor";
    floor.material = "glass";
    floor.kind = environment::Wall::Kind::Plane;
    floor.plane = {{0, 0, 0}, {0, 0, 1}};
    scene.environment.walls = {floor};
}

void makeTile(Scene& scene) {
    makeFloor(scene, tile_width, tile_width);
    Fill fill;
    fill.name = "tile";
    fill.material = "glass";
    fill.box = {{0, 0, 0}, {tile_width, tile_width, depth_allowed}};
    fill.count = tile_grains;
    fill.grain_radius = diameter / 2;
    fill.spacing = spacing;
    in(scene).fills = {fill};
}

/// The bed whose number of grains is nearest to the one asked for, as square as that allows.
Tiles bedFor(std::uint64_t grains) {
    const double tiles = std::max(1.0, static_cast<double>(grains) / tile_grains);
    Tiles bed{.width = tile_width};
    bed.along_x = static_cast<std::uint64_t>(std::max(1.0, std::floor(std::sqrt(tiles))));
    bed.along_y = static_cast<std::uint64_t>(std::lround(tiles / static_cast<double>(bed.along_x)));
    return bed;
}

void stop(state::World& world) {
    state::Table& grains = world.table(grains_table);
    for (Vec3d& velocity : grains.write(fields::velocity)) velocity = {};
    for (Vec3d& spin : grains.write(fields::spin)) spin = {};
}

void makeBed(Scene& scene, std::uint64_t count, const std::string& precision) {
    const Tiles tiles = bedFor(count);
    makeFloor(scene, static_cast<double>(tiles.along_x) * tiles.width,
              static_cast<double>(tiles.along_y) * tiles.width);
    in(scene).params.precision = precision == "mixed" ? Precision::Mixed : Precision::Double;
    // One grain sets the grain size for the neighbour search; the tiles then replace it.
    in(scene).placed = {{.material = "glass",
                         .position = {0.01, 0.01, 0.1},
                         .velocity = {},
                         .spin = {},
                         .radius = diameter / 2}};
}

std::string describe(const state::World& world) {
    const auto grains = static_cast<double>(world.table(grains_table).size());
    return fmt::format("{:.2f} contacts/grain listed",
                       static_cast<double>(world.table(contacts_table).size()) / grains);
}

}  // namespace

method::Bench bench() {
    return {.line =
                "settled bed of equal spheres, periodic sides, Hertz spring with history and spin, "
                "friction 0.5",
            .precisions = {"double", "mixed"},
            .tile = makeTile,
            .settling = {falling_steps, settling_steps},
            .stop = stop,
            .whole = makeBed,
            .fill = [](const state::World& tile, std::uint64_t count,
                       state::World& whole) { copyTiles(tile, bedFor(count), whole); },
            .describe = describe};
}

}  // namespace talus::grains
