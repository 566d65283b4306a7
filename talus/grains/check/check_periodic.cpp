#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/grains/check/checks.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/load/setup.h"
#include "talus/method/wall_poses.h"

namespace talus::grains {

using method::Scene;

namespace {

/// The range of a wall along an axis over all times, and whether it spans the whole domain at all times.
struct Reach {
    double low, high;
    bool spans;
};

struct Axis {
    const char* name;
    double Vec3d::*along;
};
constexpr std::array<Axis, 3> axes{{{"x", &Vec3d::x}, {"y", &Vec3d::y}, {"z", &Vec3d::z}}};

Reach reachOf(const Scene& scene, const environment::Wall& wall, const geometry::Box& bounds,
              double Vec3d::*along) {
    const double low = scene.environment.domain_min.*along, high = scene.environment.domain_max.*along;
    const double hair = 1e-9 * (high - low);
    Reach reach{high, low, true};
    for (const double time : sampleTimesOf(scene, wall)) {
        const environment::Pose pose = poseOf(scene, wall, time);
        geometry::Box box = geometry::emptyBox();
        for (int corner = 0; corner < 8; ++corner)
            include(box, pose.toWorld(geometry::cornerOf(bounds, corner)));
        reach.low = std::min(reach.low, box.min.*along);
        reach.high = std::max(reach.high, box.max.*along);
        reach.spans &= box.min.*along <= low + hair && box.max.*along >= high - hair;
    }
    return reach;
}

/// Warns of walls near periodic sides: the domain repeats for grains, but walls are not repeated.
void checkWallsAtSides(const Checking& checked, const Axis& axis, double largest_radius) {
    const Scene& scene = checked.scene;
    const double low = scene.environment.domain_min.*axis.along,
                 high = scene.environment.domain_max.*axis.along;
    for (std::size_t i = 0; i < scene.environment.walls.size() && !full(checked.diagnostics); ++i) {
        const environment::Wall& wall = scene.environment.walls[i];
        if (wall.made) continue;
        const auto bounds = environment::boundsOf(wall);
        if (!bounds) {
            if (std::abs(normalized(wall.plane.normal).*axis.along) > 1e-9)
                checked.warn(
                    checked.spanOf("wall", i, "normal"),
                    fmt::format("[[wall]] '{}' is not level along {}, where the domain is periodic: its two "
                                "sides do not meet",
                                wall.name, axis.name),
                    "tilt gravity instead, or leave the axis out of world.periodic");
            continue;
        }
        const Reach reach = reachOf(scene, wall, *bounds, axis.along);
        if (reach.spans || (reach.low >= low + largest_radius && reach.high <= high - largest_radius))
            continue;
        checked.warn(
            checked.spanOf("wall", i, "name"),
            fmt::format("[[wall]] '{}' comes within a grain's radius of the periodic side at {} = {:g} m or "
                        "goes beyond it, and walls are not repeated: grains on the other side pass "
                        "through it",
                        wall.name, axis.name, reach.high > high - largest_radius ? high : low),
            fmt::format("let it span the whole domain along {}, or keep it inside", axis.name));
    }
}

}  // namespace

// A grain must not touch two copies of another grain, or itself: periodic sides are at least three search
// cells apart.
void checkPeriodic(const Checking& checked) {
    const environment::Environment& world = checked.scene.environment;
    if (world.periodic.empty()) {
        if (world.domain_min != Vec3d{} || world.domain_max != Vec3d{})
            checked.warn(checked.spanOf("world", 0, "domain_max"),
                         "domain_min and domain_max do nothing without 'periodic'",
                         "they hold no grains in: for that, add a [[wall]] of shape \"box-inside\"");
        return;
    }
    const Setup setup = setupOf(checked.scene);
    for (const Axis& axis : axes) {
        const auto times = std::count(world.periodic.begin(), world.periodic.end(), axis.name);
        if (times == 0) continue;
        const double low = world.domain_min.*axis.along, high = world.domain_max.*axis.along;
        const SourceSpan place = checked.spanOf("world", 0, "periodic");
        if (times > 1)
            checked.diagnostics.error(place, fmt::format("'periodic' names axis '{}' twice", axis.name),
                                      "once is enough");
        if (!(high > low))
            checked.diagnostics.error(
                checked.spanOf("world", 0, "domain_max"),
                fmt::format("the periodic domain has no length along {}: {} to {} m", axis.name, low, high),
                "give domain_min and domain_max");
        else if (hasGrains(checked.scene) && high - low < 3 * setup.search.widest())
            checked.diagnostics.error(
                checked.spanOf("world", 0, "domain_max"),
                fmt::format("the periodic domain is too short along {}: {:.3g} m", axis.name, high - low),
                fmt::format("it must be {:.3g} m at least: three times the largest diameter with the skin",
                            3 * setup.search.widest()));
        else
            checkWallsAtSides(checked, axis, radiusRange(checked.scene).largest);
    }
}

}  // namespace talus::grains
