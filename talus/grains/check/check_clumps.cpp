#include <algorithm>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/fill.h"

namespace talus::grains {

using method::Scene;

namespace {

/// Radius of the largest ball around a clump of the scene [m]; 0: it has none.
double largestClump(const Scene& scene) {
    double largest = 0;
    for (const auto& e : in(scene).emitters)
        if (!e.chosen.empty()) largest = std::max(largest, largestReach(e));
    for (const auto& f : in(scene).fills)
        if (!f.chosen.empty()) largest = std::max(largest, largestReach(f));
    for (const auto& g : in(scene).placed)
        if (g.chosen) largest = std::max(largest, g.radius * g.chosen->shape->reach);
    return largest;
}

}  // namespace

void checkClumps(const Checking& checked) {
    const Scene& scene = checked.scene;
    for (std::size_t g = 0; g < in(scene).placed.size(); ++g) {
        const Grain& grain = in(scene).placed[g];
        if (grain.shape.empty() && grain.rotation != Vec3d{})
            checked.warn("grain", g, "rotation", "the rotation of a ball does nothing",
                         "give the grain a shape");
    }
    if (!hasClumps(scene)) return;
    if (in(scene).params.rest)
        checked.error("grains", 0, "rest", "grains of several spheres do not sleep yet",
                      "set grains.rest = false, or use balls");
}

void checkClumpsInDomain(const Checking& checked) {
    const environment::Environment& world = checked.scene.environment;
    if (!hasClumps(checked.scene)) return;
    const double longest = 2 * largestClump(checked.scene);
    const Vec3d size = world.domain_max - world.domain_min;
    for (const auto& [axis, length] : {std::pair{"x", size.x}, {"y", size.y}, {"z", size.z}})
        if (std::count(world.periodic.begin(), world.periodic.end(), axis) > 0 && length < 3 * longest)
            checked.error(
                "world", 0, "domain_max",
                fmt::format("the periodic domain is too short along {} for clumps: {:.3g} m", axis, length),
                fmt::format("it must be {:.3g} m at least: three times the largest clump", 3 * longest));
}

}  // namespace talus::grains
