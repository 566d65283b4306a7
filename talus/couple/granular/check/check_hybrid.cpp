#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"
#include "talus/couple/granular/setup.h"
#include "talus/grains/load/grain_sizes.h"

namespace talus::couple::granular {

namespace {

/// Grains that are held still must be slower than flowing grains, whose speed in heaps is some tenths of
/// sqrt(g d) (a fall by a fiftieth of a diameter gives 0.2).
void checkPace(const Checking& checked) {
    const couple::Hybrid& hybrid = *couple::hybridIn(checked.scene);
    const double diameter = 2 * grains::radiusRange(checked.scene).largest;
    const double fall = std::sqrt(length(checked.scene.environment.gravity) * diameter);
    const double time = std::max(hybrid.quiet, hybrid.interval);
    const double held = hybrid.still * diameter / time;
    constexpr double max_share = 0.2;
    if (!(held > max_share * fall)) return;
    checked.diagnostics.error(
        checked.spanOf("hybrid", 0, "quiet"),
        fmt::format(
            "grains of {:.3g} m that move at up to {:.2g} m/s would be held still: by hybrid.still they "
            "may move {:.2g} m in {} s",
            diameter, held, hybrid.still * diameter, time),
        fmt::format(
            "set hybrid.interval to about sqrt(diameter / gravity), {:.2g} s, and hybrid.quiet to five times "
            "that",
            diameter / fall));
}

/// Speed at which a poured heap rises at the end of pouring [m/s]: a cone of 30 degrees, H = cbrt(V / pi)
/// with V proportional to time, or a layer if the emitter is wider than the cone.
double growthOf(const grains::Emitter& emitter, double packing, double duration) {
    const double count = grains::grainsBy(emitter, duration);
    constexpr double few = 100;  // grains: too few for a heap with an angle
    if (count < few) return std::numeric_limits<double>::infinity();
    const double pi = std::numbers::pi;
    const double time = timeOf(emitter, count) - beginOf(emitter);
    const double volume = count * 4 / 3 * pi * grains::meanPower(emitter, 3) / packing;
    return std::min(std::cbrt(volume / pi) / 3, volume / areaOf(emitter)) / time;
}

/// Sand inside a heap creeps as the heap grows; sand that is held does not fill the flanks. If sand is held
/// that creeps at up to a seventh of the heap's growth, the angle of repose is right within a degree; at four
/// tenths it is 3 degrees too small (docs/theory/ground.md).
void checkCreep(const Checking& checked) {
    const couple::Hybrid& hybrid = *couple::hybridIn(checked.scene);
    const double time = std::max(hybrid.quiet, hybrid.interval);
    for (const grains::Emitter& emitter : grains::in(checked.scene).emitters) {
        const double diameter = 2 * grains::meanPower(emitter, 1), held = hybrid.still * diameter / time;
        const double growth = growthOf(emitter, hybrid.packing, checked.scene.time.duration);
        constexpr double good_share = 1.0 / 7, max_share = 0.3;
        if (!(held > max_share * growth)) continue;
        checked.warn(
            checked.spanOf("hybrid", 0, "still"),
            fmt::format(
                "the heap under [[emitter]] '{}' grows so slowly, at last by {:.2g} mm/s, that it may "
                "come out too flat: sand in it that creeps by less than {:.2g} mm/s is held",
                emitter.name, 1e3 * growth, 1e3 * held),
            fmt::format("set hybrid.still to {:.2g} or less, hybrid.wake to 1.5 and hybrid.layers to 3",
                        roundedDown(good_share * growth * time / diameter)));
    }
}

}  // namespace

void checkHybrid(const Checking& checked) {
    const Scene& scene = checked.scene;
    if (!couple::hybridIn(scene)) return;
    const auto refuse = [&](const char* key, const std::string& what, const std::string& hint) {
        checked.diagnostics.error(checked.spanOf("hybrid", 0, key), what, hint);
    };
    if (!ground::in(scene).ground)
        return refuse("", "[hybrid] needs ground that grains can become",
                      "add a [ground] table, or leave [hybrid] out");
    if (!(couple::hybridIn(scene)->depth > 0) && !(grains::radiusRange(scene).largest > 0))
        return refuse("depth", "[hybrid] without grains: there is nothing that can become ground",
                      "add grains, set hybrid.depth for ground that is sand, or leave [hybrid] out");
    if (ground::in(scene).soil)
        refuse("",
               "[hybrid] and [soil] exclude each other: in one, ground that is dug becomes grains, in the "
               "other it "
               "is pressed aside",
               "leave one of them out");
    if (grains::in(scene).params.rest)
        checked.diagnostics.error(
            checked.spanOf("grains", 0, "rest"),
            "[hybrid] does not go with grains.rest: grains that lie still are settled anyway",
            "leave rest or [hybrid] out");
    if (!scene.environment.periodic.empty())
        refuse("", "[hybrid] does not go with periodic axes", "leave world.periodic or [hybrid] out");
    const Vec3d& g = scene.environment.gravity;
    if (!(g.x == 0 && g.y == 0 && g.z < 0))
        refuse("", "[hybrid] needs gravity that points down along z",
               "set grains.gravity to [0, 0, -9.81]; tilt the ground instead");
    else {
        checkPace(checked);
        checkCreep(checked);
    }
    if (constexpr double max_rounds = 255;
        couple::hybridIn(scene)->quiet > max_rounds * couple::hybridIn(scene)->interval)
        refuse("quiet", fmt::format("hybrid.quiet is more than {} times hybrid.interval", max_rounds),
               fmt::format("set hybrid.interval to {:.2g} s or more",
                           couple::hybridIn(scene)->quiet / max_rounds));
    if (!(couple::hybridIn(scene)->depth > 0)) return;
    const auto has = [&](const environment::Material& m) {
        return m.name == couple::hybridIn(scene)->material;
    };
    if (std::none_of(scene.environment.materials.begin(), scene.environment.materials.end(), has))
        refuse("material",
               couple::hybridIn(scene)->material.empty()
                   ? std::string("[hybrid] depth needs a material: of the sand that the ground is")
                   : fmt::format("there is no [[material]] {}", quoted(couple::hybridIn(scene)->material)),
               "set hybrid.material to the name of a [[material]]");
}

void checkHybridClumps(const Checking& checked) {
    if (grains::hasClumps(checked.scene) && couple::hybridIn(checked.scene))
        checked.error("hybrid", 0, "depth", "grains of several spheres do not become ground yet",
                      "leave [hybrid] out, or use balls");
}

}  // namespace talus::couple::granular
