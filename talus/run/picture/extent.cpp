#include "talus/run/picture/extent.h"

#include <algorithm>
#include <cmath>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/wall_view.h"

namespace talus::run {
namespace {

using Sources = std::vector<environment::Source>;
using method::landsOf;
using method::sourcesOf;

void include(geometry::Box& box, const environment::Source& source) {
    include(box, source.box.min, source.reach);
    include(box, source.box.max, source.reach);
}

}  // namespace

geometry::Box startOf(const Sources& sources) {
    geometry::Box box = geometry::emptyBox();
    for (const environment::Source& source : sources)
        if (!source.pours) include(box, source);
    return box;
}

void includeHeap(geometry::Box& box, const scene::Scene& scene, const Vec3d& centre, double volume) {
    const double wide = std::cbrt(volume / 0.49);
    for (const environment::Wall& wall : scene.environment.walls)
        if (wall.kind == environment::Wall::Kind::Plane && wall.plane.normal.z > 0.5) {
            const Vec3d foot{centre.x, centre.y, wall.plane.point.z};
            include(box, foot - Vec3d{wide, wide, 0});
            include(box, foot + Vec3d{wide, wide, 0});
        }
}

geometry::Box extentOf(const scene::Scene& scene) {
    const Sources sources = sourcesOf(scene);
    geometry::Box box = geometry::emptyBox();
    for (const method::Land& land : landsOf(scene))
        if (land.block) include(box, *land.block);
    for (const environment::Wall& wall : scene.environment.walls) {
        auto bounds = environment::boundsOf(wall);
        if (!bounds) continue;
        if (const auto height = viewOf(scene, sources, wall).tray_height)
            bounds->max.z = bounds->min.z + *height;
        for (const double time : method::sampleTimesOf(scene, wall)) {
            const environment::Pose pose = method::poseOf(scene, wall, time);
            if (environment::isAbsent(pose)) continue;
            for (int corner = 0; corner < 8; ++corner) include(box, pose.toWorld(cornerOf(*bounds, corner)));
        }
    }
    if (const geometry::Box start = startOf(sources); !isEmpty(start)) {
        double heap = 0;
        for (const environment::Source& source : sources)
            if (!source.pours) heap += source.heap;
        include(box, start);
        includeHeap(box, scene, centreOf(start), heap);
    }
    for (const environment::Source& source : sources)
        if (source.pours) {
            include(box, source);
            includeHeap(box, scene, source.box.min, source.heap);
        }
    if (isEmpty(box)) return {{-1, -1, -1}, {1, 1, 1}};
    for (const environment::Sink& sink : scene.environment.sinks) {
        if (sink.kind == environment::Sink::Kind::Box) {
            include(box, sink.box);
        } else {  // show what falls until it reaches the sink
            const Vec3d middle = centreOf(box);
            include(box, middle - sink.plane.normal * dot(middle - sink.plane.point, sink.plane.normal));
        }
    }
    return box;
}

bool hasFloor(const scene::Scene& scene) {
    return std::any_of(
        scene.environment.walls.begin(), scene.environment.walls.end(), [](const environment::Wall& wall) {
            return wall.visible && wall.kind == environment::Wall::Kind::Plane && wall.plane.normal.z > 0;
        });
}

geometry::Box reachOf(const scene::Scene& scene) {
    geometry::Box box = extentOf(scene);
    const geometry::Box start = startOf(sourcesOf(scene));
    if (isEmpty(start) || !hasFloor(scene)) return box;
    const double spread = 2 * (start.max.z - box.min.z);
    include(box, centreOf(start) - Vec3d{spread, spread, 0});
    include(box, centreOf(start) + Vec3d{spread, spread, 0});
    return box;
}

}  // namespace talus::run
