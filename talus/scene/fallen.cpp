#include "talus/scene/fallen.h"

#include <algorithm>
#include <limits>

#include "talus/grains/wall_shape.h"
#include "talus/scene/wall_places.h"

namespace talus::scene {
namespace {

/// The smallest box around some points.
class Around {
  public:
    void add(const Vec3d& p) {
        box_.min = {std::min(box_.min.x, p.x), std::min(box_.min.y, p.y), std::min(box_.min.z, p.z)};
        box_.max = {std::max(box_.max.x, p.x), std::max(box_.max.y, p.y), std::max(box_.max.z, p.z)};
    }
    void add(const Vec3d& centre, double radius) {
        add(centre - Vec3d{radius, radius, radius});
        add(centre + Vec3d{radius, radius, radius});
    }
    void add(const geometry::Box& box) {
        add(box.min);
        add(box.max);
    }
    bool any() const { return box_.min.x <= box_.max.x; }
    const geometry::Box& box() const { return box_; }

  private:
    static constexpr double far = std::numeric_limits<double>::max();
    geometry::Box box_{{far, far, far}, {-far, -far, -far}};
};

/// What grains can lie on; nothing where something of it goes down without end.
std::optional<Around> solids(const Scene& scene, const Vec3d& up) {
    Around all;
    for (const grains::Wall& wall : scene.walls) {
        const auto bounds = grains::boundsOf(wall);
        for (const double time : momentsOf(scene, wall)) {
            const grains::Pose pose = poseOf(scene, wall, time);
            if (!bounds && dot(turned(pose.turn, wall.plane.normal), up) > 0) return std::nullopt;
            for (int corner = 0; bounds && corner < 8; ++corner)
                all.add(pose.place(cornerOf(*bounds, corner)));
        }
    }
    if (scene.ground) {
        const geometry::Heightfield& field = *scene.ground->surface;
        const geometry::Box bounds =
            geometry::boundsOf(exec::Exec::serial(), field.grid, field.height.view());
        all.add(bounds);
        all.add(bounds.min - Vec3d{0, 0, scene.hybrid ? scene.hybrid->depth : 0});
    }
    return all;
}

void addSources(const Scene& scene, Around& all) {
    for (const grains::Emitter& emitter : scene.emitters) all.add(emitter.centre, emitter.radius);
    for (const grains::Fill& fill : scene.fills) all.add(fill.box);
    for (const grains::Import& import : scene.imports)
        for (const grains::GrainRow& row : *import.grains) all.add(row.position, row.radius);
    for (const grains::Grain& grain : scene.placed) all.add(grain.position, grain.radius);
}

bool repeatsAlong(const Scene& scene, const Vec3d& up) {
    return std::any_of(scene.grains.periodic.begin(), scene.grains.periodic.end(), [&](const auto& axis) {
        return (axis == "x" ? up.x : axis == "y" ? up.y : up.z) != 0;
    });
}

}  // namespace

std::optional<grains::Sink> fallenSink(const Scene& scene) {
    const Vec3d& gravity = scene.grains.gravity;
    const double strength = length(gravity);
    if (!(strength > 0)) return std::nullopt;
    const Vec3d up = gravity / -strength;
    if (repeatsAlong(scene, up)) return std::nullopt;
    std::optional<Around> all = solids(scene, up);
    if (!all || !all->any()) return std::nullopt;
    addSources(scene, *all);

    const geometry::Box& box = all->box();
    double lowest = std::numeric_limits<double>::infinity();
    for (int corner = 0; corner < 8; ++corner) lowest = std::min(lowest, dot(cornerOf(box, corner), up));
    grains::Sink sink;
    sink.name = "fallen";
    sink.plane = {up * (lowest - length(box.max - box.min)), up};
    return sink;
}

std::vector<grains::Sink> sinksOf(const Scene& scene) {
    std::vector<grains::Sink> sinks = scene.sinks;
    if (auto fallen = fallenSink(scene)) sinks.push_back(std::move(*fallen));
    return sinks;
}

}  // namespace talus::scene
