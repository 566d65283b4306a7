#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "talus/geometry/grow_box.h"
#include "talus/grains/wall_shape.h"
#include "talus/scene/passes.h"
#include "talus/scene/setup.h"
#include "talus/scene/wall_places.h"

namespace talus::scene {
namespace {

/// Where a wall gets to along an axis, and whether it reaches over the whole domain at all times.
struct Reach {
    double low, high;
    bool spans;
};

struct Axis {
    const char* name;
    double Vec3d::*along;
};
constexpr std::array<Axis, 3> axes{{{"x", &Vec3d::x}, {"y", &Vec3d::y}, {"z", &Vec3d::z}}};

Reach reachOf(const Scene& scene, const grains::Wall& wall, const geometry::Box& bounds,
              double Vec3d::*along) {
    const double low = scene.grains.domain_min.*along, high = scene.grains.domain_max.*along;
    const double hair = 1e-9 * (high - low);
    Reach reach{high, low, true};
    for (const double time : momentsOf(scene, wall)) {
        const grains::Pose pose = poseOf(scene, wall, time);
        geometry::Box box = geometry::emptyBox();
        for (int corner = 0; corner < 8; ++corner)
            include(box, pose.place(geometry::cornerOf(bounds, corner)));
        reach.low = std::min(reach.low, box.min.*along);
        reach.high = std::max(reach.high, box.max.*along);
        reach.spans &= box.min.*along <= low + hair && box.max.*along >= high - hair;
    }
    return reach;
}

/// The domain repeats for grains; walls stand once.
void checkWallsAtSides(Checked& checked, const Axis& axis, double largest_radius) {
    const Scene& scene = checked.scene;
    const double low = scene.grains.domain_min.*axis.along, high = scene.grains.domain_max.*axis.along;
    for (std::size_t i = 0; i < scene.walls.size() - scene.made_walls && !full(checked.diagnostics); ++i) {
        const grains::Wall& wall = scene.walls[i];
        const auto bounds = grains::boundsOf(wall);
        if (!bounds) {
            if (std::abs(normalized(wall.plane.normal).*axis.along) > 1e-9)
                checked.warn(
                    checked.place("wall", i, "normal"),
                    fmt::format("[[wall]] '{}' is not level along {}, where the domain is periodic: its two "
                                "sides do not meet",
                                wall.name, axis.name),
                    "tilt gravity instead, or leave the axis out of grains.periodic");
            continue;
        }
        const Reach reach = reachOf(scene, wall, *bounds, axis.along);
        if (reach.spans || (reach.low >= low + largest_radius && reach.high <= high - largest_radius))
            continue;
        checked.warn(
            checked.place("wall", i, "name"),
            fmt::format("[[wall]] '{}' comes within a grain's radius of the periodic side at {} = {:g} m or "
                        "goes beyond it, and walls are not repeated: grains on the other side pass "
                        "through it",
                        wall.name, axis.name, reach.high > high - largest_radius ? high : low),
            fmt::format("let it span the whole domain along {}, or keep it inside", axis.name));
    }
}

}  // namespace

// A grain must not meet two copies of another one, or itself: periodic sides are three search cells apart.
void checkPeriodic(Checked& checked) {
    const grains::Params& params = checked.scene.grains;
    if (params.periodic.empty()) {
        if (params.domain_min != Vec3d{} || params.domain_max != Vec3d{})
            checked.warn(checked.place("grains", 0, "domain_max"),
                         "domain_min and domain_max do nothing without 'periodic'",
                         "they hold no grains in: for that, add a [[wall]] of shape \"box-inside\"");
        return;
    }
    const grains::Setup setup = grainSetup(checked.scene);
    for (const Axis& axis : axes) {
        const auto times = std::count(params.periodic.begin(), params.periodic.end(), axis.name);
        if (times == 0) continue;
        const double low = params.domain_min.*axis.along, high = params.domain_max.*axis.along;
        const SourceSpan place = checked.place("grains", 0, "periodic");
        if (times > 1)
            checked.diagnostics.error(place, fmt::format("'periodic' names axis '{}' twice", axis.name),
                                      "once is enough");
        if (!(high > low))
            checked.diagnostics.error(
                checked.place("grains", 0, "domain_max"),
                fmt::format("the periodic domain has no length along {}: {} to {} m", axis.name, low, high),
                "give domain_min and domain_max");
        else if (high - low < 3 * setup.search.widest())
            checked.diagnostics.error(
                checked.place("grains", 0, "domain_max"),
                fmt::format("the periodic domain is too short along {}: {:.3g} m", axis.name, high - low),
                fmt::format("it must be {:.3g} m at least: three times the largest diameter with the skin",
                            3 * setup.search.widest()));
        else
            checkWallsAtSides(checked, axis, radiusRange(checked.scene).largest);
    }
}

}  // namespace talus::scene
