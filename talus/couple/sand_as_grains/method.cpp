#include "talus/couple/sand_as_grains/method.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/scene.h"
#include "talus/couple/sand_as_grains/to_grains.h"
#include "talus/grains/load/follow_materials.h"
#include "talus/method/source.h"
#include "talus/sand/check.h"
#include "talus/sand/needs.h"

namespace talus::couple {
namespace {

using method::Scene;

/// The sand in whose place the scene has grains.
struct Replaced {
    std::optional<sand::Part> sand;
};

/// The narrowest block in which random packings of grains were found, in radii (to_grains.cpp).
constexpr double fewest_radii = 4;

bool used(const Scene& scene) { return sand::in(scene).sand || scene.of<Replaced>().sand; }

/// What says something of the continuum only.
void warnOfUnused(const method::Checking& checking, const sand::Sand& sand) {
    const auto warn = [&](const char* key, bool given) {
        if (given)
            checking.warn("sand", 0, key, "it has no effect with solver = \"grains\"",
                          "the friction of grains follows from the material, or from a [[contact]]");
    };
    warn("density", sand.density.has_value());
    warn("friction_angle", sand.friction_angle.has_value());
    warn("cohesion", sand.cohesion.has_value());
    warn("wall_friction", sand.wall_friction.has_value());
}

void checkBlock(const method::Checking& checking, std::size_t index, const sand::Part& part) {
    const sand::Block& block = part.blocks[index];
    if (!method::report(checking, "sand_block", index, regionFlaws(block))) return;
    if (!fillable(block))
        return checking.error("sand_block", index, "depth", "grains do not fill a depth above ground",
                              "leave depth out, or use another solver in [sand]");
    if (block.isMesh() && !block.mesh) return;  // an error says why
    const geometry::Box box = boundsOf(block);
    const Vec3d size = box.max - box.min;
    const double radius = grainRadius(*part.sand), side = std::min({size.x, size.y, size.z});
    if (side < fewest_radii * radius)
        checking.error(
            "sand_block", index, block.shape == sand::Block::Shape::Box ? "max" : "shape",
            fmt::format("its smallest side is {:.3g} m, too narrow for grains of {:.3g} m", side, 2 * radius),
            fmt::format("make it {:.3g} m or more, or grain_radius in [sand] smaller",
                        fewest_radii * radius));
}

void load(Scene& scene, const method::Checking& checking) {
    sand::Part& part = sand::in(scene);
    if (!part.sand || part.sand->solver != sand::Solver::Grains) return;
    if (part.blocks.empty() && part.spouts.empty()) return;  // the check of sand refuses that
    const int errors = checking.diagnostics.errorCount();
    for (std::size_t b = 0; b < part.blocks.size(); ++b) {
        method::loadRegion(checking, "sand_block", b, part.blocks[b]);
        checkBlock(checking, b, part);
    }
    sand::checkMaterial(checking, *part.sand);
    if (checking.diagnostics.errorCount() != errors) return;
    warnOfUnused(checking, *part.sand);
    addGrains(scene, part);
    for (method::Probe& probe : scene.probes)
        if (probe.of == "sand") probe.of = "grains";
    scene.of<Replaced>().sand = std::move(part);
    part = {};
}

std::string costOf(const method::Needs& needs, double step, double end) {
    const double hours = needs.work / 3600;
    return fmt::format("{:.3g} {}, {:.2g} s a step, {:.0f} steps, {} of one thread", needs.count, needs.what,
                       step, end / step,
                       hours > 1 ? fmt::format("{:.2g} h", hours) : fmt::format("{:.2g} s", needs.work));
}

/// What the other way of computing the sand would cost.
std::vector<method::Line> summary(const Scene& scene) {
    const double end = scene.time.end();
    Scene other = scene;
    other.time.dt.reset();  // it was chosen for this way
    if (const auto& replaced = scene.of<Replaced>().sand) {
        sand::in(other) = *replaced;
        sand::in(other).sand->solver = sand::Solver::Mpm;
        return {{"instead", fmt::format("solver = \"mpm\" in [sand]: {}",
                                        costOf(sand::needs(other), sand::expectedStep(other), end))}};
    }
    const sand::Part& part = sand::in(scene);
    if (granular::hasGrains(scene) || !std::all_of(part.blocks.begin(), part.blocks.end(), fillable))
        return {};
    addGrains(other, part);
    sand::in(other) = {};
    grains::makeContacts(other);
    if (grains::leavesStiffnessOpen(other)) grains::chooseStiffness(other, granular::expect(other));
    const method::Needs needs = granular::needs(other);
    return {{"instead", fmt::format("solver = \"grains\" in [sand], of {:.2g} m: {}", grainRadius(*part.sand),
                                    costOf(needs, needs.longest_step, end))}};
}

}  // namespace

method::Method sandAsGrains() {
    return {.name = "sand_as_grains",
            .line = "continuum sand computed as grains",
            .defaults = method::Part::of<Replaced>(),
            .couples = {"sand", "grains"},
            .used = used,
            .load = load,
            .summary = summary};
}

}  // namespace talus::couple
