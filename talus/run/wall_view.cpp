#include "talus/run/wall_view.h"

#include <algorithm>

namespace talus::run {
namespace {

using grains::Wall;

bool isShell(const Wall& wall) {
    return wall.kind == Wall::Kind::CylinderInside || wall.kind == Wall::Kind::Cone;
}

double endRadius(const Wall& wall) {
    return wall.kind == Wall::Kind::Cone ? wall.cone.end_radius : wall.cone.radius;
}

bool isWithin(const Wall& shell, const Vec3d& p) {
    const Vec3d axis = shell.cone.to - shell.cone.from, from = p - shell.cone.from;
    const double along = dot(from, axis) / squaredLength(axis);
    const double radius = shell.cone.radius + along * (endRadius(shell) - shell.cone.radius);
    return along >= 0 && along <= 1 && squaredLength(from - axis * along) <= radius * radius;
}

/// Whether grains are in it when they start.
bool grainsStartIn(const scene::Scene& scene, const Wall& shell) {
    constexpr int steps = 8;
    for (const grains::Fill& fill : scene.fills) {
        const Vec3d size = (fill.box.max - fill.box.min) * (1.0 / steps);
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j)
                for (int k = 0; k <= steps; ++k)
                    if (isWithin(shell, fill.box.min + Vec3d{i * size.x, j * size.y, k * size.z}))
                        return true;
    }
    for (const grains::Import& import : scene.imports)
        for (const grains::GrainRow& row : *import.grains)
            if (isWithin(shell, row.position)) return true;
    for (const grains::Grain& grain : scene.placed)
        if (isWithin(shell, grain.position)) return true;
    for (const grains::Emitter& emitter : scene.emitters)
        if (isWithin(shell, emitter.centre)) return true;
    return false;
}

/// Whether it is a funnel: grains that fall onto it fall into it.
bool opensUpwards(const scene::Scene& scene, const Wall& shell) {
    const bool widens = endRadius(shell) > shell.cone.radius;
    const Vec3d to_wide = (shell.cone.to - shell.cone.from) * (widens ? 1.0 : -1.0);
    const char* wide_end = widens ? "to" : "from";
    return endRadius(shell) != shell.cone.radius && dot(to_wide, scene.grains.gravity) < 0 &&
           std::find(shell.caps.begin(), shell.caps.end(), wide_end) == shell.caps.end();
}

/// Whether grains pass from one to the other: two ends are at the same place.
bool areJoined(const Wall& a, const Wall& b) {
    const double near =
        0.1 * std::max(std::min(a.cone.radius, endRadius(a)), std::min(b.cone.radius, endRadius(b)));
    for (const Vec3d& p : {a.cone.from, a.cone.to})
        for (const Vec3d& q : {b.cone.from, b.cone.to})
            if (length(p - q) <= near) return true;
    return false;
}

/// Of a tube or cone: whether it, or one that it goes on from, holds grains. A cone that does not is a hill
/// or a spike.
bool holdsGrains(const scene::Scene& scene, const Wall& wall) {
    std::vector<const Wall*> reached{&wall};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (grainsStartIn(scene, *reached[i]) || opensUpwards(scene, *reached[i])) return true;
        for (const Wall& other : scene.walls)
            if (isShell(other) && areJoined(*reached[i], other) &&
                std::find(reached.begin(), reached.end(), &other) == reached.end())
                reached.push_back(&other);
    }
    return false;
}

}  // namespace

WallView viewOf(const scene::Scene& scene, const Wall& wall) {
    WallView view;
    // A cylinder that is not to be looked into is a "cylinder-outside".
    if (wall.kind == Wall::Kind::Cone) view.into = holdsGrains(scene, wall);
    return view;
}

}  // namespace talus::run
