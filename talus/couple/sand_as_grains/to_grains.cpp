#include "talus/couple/sand_as_grains/to_grains.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/environment/environment.h"
#include "talus/grains/scene.h"
#include "talus/grains/sources/emit.h"
#include "talus/sand/bulk.h"

namespace talus::couple {
namespace {

/// Share of a wide block that its grains fill.
constexpr double filled = 0.55;
/// Of the radii, so that grains do not form a lattice. Chosen.
constexpr double spread = 0.1;

/// Share of a box that its grains fill: near its sides they pack less densely. Fitted to what three seeds
/// of random-dense fills reach in boxes of 4 to 40 radii: 0.36 in 4 x 4 x 4, 0.44 in 6 x 6 x 6, 0.50 in 10 x
/// 10 x 10.
double filledShare(const Vec3d& size, double radius) {
    double share = 0.61;
    for (const double side : {size.x, size.y, size.z}) share *= std::max(0.0, 1 - 0.7 * radius / side);
    return std::min(filled, share);
}

double volumeOfGrain(double radius) { return 4.0 / 3 * std::numbers::pi * radius * radius * radius; }

grains::Fill fillOf(const sand::Block& block, const sand::Sand& sand) {
    grains::Fill fill;
    const environment::Region& region = block;
    static_cast<environment::Region&>(fill) = region;
    fill.box = boundsOf(block);  // blocks that are no boxes are cut out of it
    fill.name = block.name;
    fill.material = sand.material;
    fill.velocity = block.velocity;
    fill.only_free = block.only_free;
    fill.packing = grains::Fill::Packing::RandomDense;
    fill.grain_radius = grainRadius(sand);
    fill.radius_spread = spread;
    const Vec3d size = fill.box.max - fill.box.min;
    const double share = filledShare(size, fill.grain_radius);
    const double all = share * size.x * size.y * size.z / (volumeOfGrain(1) * meanPower(fill, 3));
    fill.count = static_cast<std::uint64_t>(std::max(1.0, std::round(all)));
    return fill;
}

/// The rates of a spout are speeds [m/s]; those of an emitter are grains a second. Grains that do
/// not overlap are less dense than sand; they come faster, so that the same volume flows in.
grains::Emitter emitterOf(const sand::Spout& spout, const sand::Sand& sand, const Vec3d& gravity) {
    grains::Emitter emitter;
    const environment::Region& region = spout;
    const environment::Schedule& schedule = spout;
    static_cast<environment::Region&>(emitter) = region;
    static_cast<environment::Schedule&>(emitter) = schedule;
    emitter.name = spout.name;
    emitter.material = sand.material;
    emitter.speed = largestRate(spout);
    emitter.grain_radius = grainRadius(sand);
    emitter.radius_spread = spread;
    const double volume = volumeOfGrain(emitter.grain_radius);
    const double a_metre = areaOf(spout) * sand::packing / volume;
    emitter.rate *= a_metre;
    for (double& rate : emitter.rates) rate *= a_metre;
    if (spout.volume)
        emitter.count = static_cast<std::uint64_t>(std::ceil(*spout.volume * sand::packing / volume));
    for (int k = 0; k < 8 && environment::largestRate(emitter) > grains::largestRate(emitter, gravity); ++k)
        emitter.speed *= 1.5;
    return emitter;
}

}  // namespace

double grainRadius(const sand::Sand& sand) {
    const double spacing = sand.cell / sand::particles_along_cell;
    return sand.grain_radius.value_or(spacing * std::cbrt(filled / volumeOfGrain(1)));
}

bool fillable(const sand::Block& block) { return !block.depth; }

void addGrains(method::Scene& scene, const sand::Part& sand) {
    grains::Part& part = grains::in(scene);
    for (const sand::Block& block : sand.blocks) part.fills.push_back(fillOf(block, *sand.sand));
    for (const sand::Spout& spout : sand.spouts)
        part.emitters.push_back(emitterOf(spout, *sand.sand, scene.environment.gravity));
    std::vector<environment::Material>& all = scene.environment.materials;
    const auto own =
        std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.name == sand.sand->material; });
    if (own == all.end()) return;  // the check of references reports it
    for (environment::Material& material : all) {
        if (!material.friction) material.friction = own->friction;
        if (!material.restitution) material.restitution = own->restitution;
    }
}

}  // namespace talus::couple
