#include "settled_bed.h"

#include <algorithm>
#include <cmath>

#include "talus/grains/fields.h"

namespace talus::cli {
namespace {

constexpr double diameter = 0.002;  // [m]
constexpr double spacing = 1.04;    // of the lattice that the bed starts from, in diameters
constexpr std::uint64_t tile_grains = 2500;
constexpr double tile_width = 10 * spacing * diameter;
constexpr double depth_allowed = 0.2;  // [m]
// The bed falls together from its lattice, and swings on its own stiffness. Stopped once, it does so no
// longer, but grains that hang between others still fall, and others give way to them: then so many steps
// more. In the end the fastest grain goes at 0.7 mm/s, and pairs are searched for every few thousand steps.
constexpr std::uint64_t falling_steps = 24000;
constexpr std::uint64_t settling_steps = 72000;

/// Hertz spring, history, spin, friction 0.5: what the peers' granular benchmarks run.
scene::Scene emptyFloor(double width_x, double width_y) {
    scene::Scene scene;
    scene.name = "settled-bed";
    scene.materials = {{.name = "glass", .density = 2500, .colour = {0.8, 0.8, 0.8}}};
    grains::Contact contact;
    contact.first = contact.second = "glass";
    contact.stiffness = 1e5;
    contact.normal_damping = 3000;
    contact.shear_stiffness = 700;
    contact.shear_damping = 1500;
    contact.friction = 0.5;
    scene.grains.contacts = {contact};
    scene.grains.skin = 0.05;
    scene.time.dt = 5e-6;
    scene.time.frame_interval = 1;
    scene.grains.periodic = {"x", "y"};
    scene.grains.domain_max = {width_x, width_y, 0};
    grains::Wall floor;
    floor.name = "floor";
    floor.material = "glass";
    floor.kind = grains::Wall::Kind::Plane;
    floor.plane = {{0, 0, 0}, {0, 0, 1}};
    scene.walls = {floor};
    return scene;
}

scene::Scene tileScene() {
    scene::Scene scene = emptyFloor(tile_width, tile_width);
    grains::Fill fill;
    fill.name = "tile";
    fill.material = "glass";
    fill.box = {{0, 0, 0}, {tile_width, tile_width, depth_allowed}};
    fill.count = tile_grains;
    fill.grain_radius = diameter / 2;
    fill.spacing = spacing;
    scene.fills = {fill};
    return scene;
}

Status advance(scene::Simulation& simulation, std::uint64_t steps) {
    if (const auto report = simulation.advance(steps); !report.ok())
        return Error{ErrorKind::Diverged, report.trouble->what};
    return success();
}

}  // namespace

grains::Tiles bedFor(std::uint64_t grains) {
    const double tiles = std::max(1.0, static_cast<double>(grains) / tile_grains);
    grains::Tiles bed{.width = tile_width};
    bed.along_x = static_cast<std::uint64_t>(std::max(1.0, std::floor(std::sqrt(tiles))));
    bed.along_y = static_cast<std::uint64_t>(std::lround(tiles / static_cast<double>(bed.along_x)));
    return bed;
}

Result<scene::Simulation> settledTile(const exec::Exec& exec, int host_threads) {
    auto tile = scene::Simulation::build(tileScene(), exec, host_threads);
    if (!tile) return tile;
    if (Status status = advance(*tile, falling_steps); !status) return status.error();
    state::Table& grains = tile->world().table(grains::grains_table);
    for (Vec3d& velocity : grains.write(grains::fields::velocity)) velocity = {};
    for (Vec3d& spin : grains.write(grains::fields::spin)) spin = {};
    if (Status status = advance(*tile, settling_steps); !status) return status.error();
    return tile;
}

Result<scene::Simulation> bedOf(const scene::Simulation& tile, const grains::Tiles& tiles,
                                grains::Precision precision, const exec::Exec& exec, int host_threads) {
    // One grain tells the neighbour search how large grains are; the tiles then replace it.
    scene::Scene scene = emptyFloor(static_cast<double>(tiles.along_x) * tiles.width,
                                    static_cast<double>(tiles.along_y) * tiles.width);
    scene.grains.precision = precision;
    scene.placed = {{.material = "glass",
                     .position = {0.01, 0.01, 0.1},
                     .velocity = {},
                     .spin = {},
                     .radius = diameter / 2}};
    auto whole = scene::Simulation::build(scene, exec, host_threads);
    if (whole) grains::layTiles(tile.world(), tiles, whole->world());
    return whole;
}

}  // namespace talus::cli
