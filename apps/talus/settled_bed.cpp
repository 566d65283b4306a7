#include "settled_bed.h"

#include <algorithm>
#include <cmath>

#include "talus/grains/contact_list.h"
#include "talus/grains/fields.h"
#include "talus/grains/new_grain.h"

namespace talus::cli {
namespace {

constexpr double diameter = 0.002;  // [m]
constexpr double spacing = 1.04;    // of the lattice that the bed starts from, in diameters
constexpr double tile_width = 20 * spacing * diameter;
constexpr double depth_allowed = 0.2;  // [m]
constexpr std::uint64_t settling_steps = 24000;
constexpr std::uint64_t healing_steps = 1000;

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
    fill.count = SettledBed::tile_grains;
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

SettledBed bedFor(std::uint64_t grains) {
    const double tiles = std::max(1.0, static_cast<double>(grains) / SettledBed::tile_grains);
    SettledBed bed;
    bed.tiles_x = static_cast<std::uint64_t>(std::max(1.0, std::floor(std::sqrt(tiles))));
    bed.tiles_y = static_cast<std::uint64_t>(std::lround(tiles / static_cast<double>(bed.tiles_x)));
    return bed;
}

Result<scene::Simulation> settle(const SettledBed& bed, grains::Precision precision, const exec::Exec& exec,
                                 int host_threads) {
    auto tile = scene::Simulation::build(tileScene(), exec, host_threads);
    if (!tile) return tile;
    if (Status status = advance(*tile, settling_steps); !status) return status.error();
    const state::Table& from = tile->world().table(grains::grains_table);
    const auto position = from.read(grains::fields::position);
    const auto velocity = from.read(grains::fields::velocity);

    // One grain tells the neighbour search how large grains are; the copies of the tile then replace it.
    scene::Scene scene = emptyFloor(static_cast<double>(bed.tiles_x) * tile_width,
                                    static_cast<double>(bed.tiles_y) * tile_width);
    scene.grains.precision = precision;
    scene.placed = {{.material = "glass",
                     .position = {0.01, 0.01, 0.1},
                     .velocity = {},
                     .spin = {},
                     .radius = diameter / 2}};
    auto whole = scene::Simulation::build(scene, exec, host_threads);
    if (!whole) return whole;
    const grains::ContactTables tables = grains::ContactTables::of(whole->world());
    for (state::Table* table :
         {&tables.grains, &tables.blocks, &tables.halo, &tables.contacts, &tables.wall_contacts})
        table->resize(0);
    state::Table& grains = whole->world().table(grains::grains_table);
    grains.reserve(bed.grains());
    for (std::uint64_t ty = 0; ty < bed.tiles_y; ++ty)
        for (std::uint64_t tx = 0; tx < bed.tiles_x; ++tx)
            for (std::size_t i = 0; i < from.size(); ++i)
                grains::appendGrain(grains,
                                    {.position = position[i] + Vec3d{static_cast<double>(tx) * tile_width,
                                                                     static_cast<double>(ty) * tile_width, 0},
                                     .velocity = velocity[i],
                                     .spin = {},
                                     .radius = diameter / 2,
                                     .density = scene.materials[0].density,
                                     .material = 0},
                                    scene.grains.gravity);
    if (Status status = advance(*whole, healing_steps); !status) return status.error();
    return whole;
}

}  // namespace talus::cli
