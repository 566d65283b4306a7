#include "talus/run/picture/wall_view.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/shapes.h"

namespace talus::run {
namespace {

using environment::Wall;

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

/// Whether a source is inside of a tube or cone.
bool startsIn(const std::vector<environment::Source>& sources, const Wall& shell) {
    constexpr int steps = 8;
    for (const environment::Source& source : sources) {
        const Vec3d size = (source.box.max - source.box.min) * (1.0 / steps);
        if (size == Vec3d{} && isWithin(shell, source.box.min)) return true;
        if (size == Vec3d{}) continue;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j)
                for (int k = 0; k <= steps; ++k)
                    if (isWithin(shell, source.box.min + Vec3d{i * size.x, j * size.y, k * size.z}))
                        return true;
    }
    return false;
}

/// Whether a cone is a funnel, open upwards.
bool opensUpwards(const method::Common& scene, const Wall& shell) {
    const bool widens = endRadius(shell) > shell.cone.radius;
    const Vec3d to_wide = (shell.cone.to - shell.cone.from) * (widens ? 1.0 : -1.0);
    const char* wide_end = widens ? "to" : "from";
    return endRadius(shell) != shell.cone.radius && dot(to_wide, scene.environment.gravity) < 0 &&
           std::find(shell.caps.begin(), shell.caps.end(), wide_end) == shell.caps.end();
}

/// Whether grains pass from one to the other: two ends coincide.
bool areJoined(const Wall& a, const Wall& b) {
    const double near =
        0.1 * std::max(std::min(a.cone.radius, endRadius(a)), std::min(b.cone.radius, endRadius(b)));
    for (const Vec3d& p : {a.cone.from, a.cone.to})
        for (const Vec3d& q : {b.cone.from, b.cone.to})
            if (length(p - q) <= near) return true;
    return false;
}

/// Whether a tube or cone, or one joined to it, holds grains. A cone that does not is a hill or a spike.
bool holdsGrains(const method::Common& scene, const std::vector<environment::Source>& sources,
                 const Wall& wall) {
    std::vector<const Wall*> reached{&wall};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (startsIn(sources, *reached[i]) || opensUpwards(scene, *reached[i])) return true;
        for (const Wall& other : scene.environment.walls)
            if (isShell(other) && areJoined(*reached[i], other) &&
                std::find(reached.begin(), reached.end(), &other) == reached.end())
                reached.push_back(&other);
    }
    return false;
}

/// The height of the sides of a closed box that is drawn as a tray, since its grains stay low. Empty where
/// walls or bodies move, or where gravity is not downwards, since grains may then get anywhere.
std::optional<double> trayHeight(const method::Common& scene, const std::vector<environment::Source>& sources,
                                 const Wall& wall) {
    constexpr double rim = 0.06;  // of the longer side
    const Vec3d size = wall.box.max - wall.box.min, &gravity = scene.environment.gravity;
    const bool falls = gravity.x == 0 && gravity.y == 0 && gravity.z < 0;
    const auto& motions = scene.environment.motions;
    const auto moves = [&](const Wall& w) {
        return w.made || std::any_of(motions.begin(), motions.end(), [&](const environment::Motion& motion) {
                   return motion.wall == w.name;
               });
    };
    // A tool that enters later must not change how the box around it is drawn.
    const auto& walls = scene.environment.walls;
    const bool stirs = std::any_of(walls.begin(), walls.end(),
                                   [&](const Wall& w) { return w.presence.enters == 0 && moves(w); });
    if (!falls || stirs) return std::nullopt;
    double top = wall.box.min.z + rim * std::max(size.x, size.y);
    const auto startAt = [&](double height, const Vec3d& velocity) {
        top = std::max(top,
                       height + squaredLength(velocity) / (-2 * gravity.z));  // the height of the throw
    };
    for (const environment::Source& source : sources)
        if (!source.pours) startAt(source.box.max.z + source.reach, source.velocity);
    // Poured grains are level on the whole. From an emitter off the middle they slope by at most 35 degrees.
    constexpr double steepest = 0.7;
    const Vec3d middle = centreOf(wall.box);
    double level = wall.box.min.z, rise = 0;
    for (const environment::Source& source : sources) {
        if (!source.pours) continue;
        level += source.heap / (size.x * size.y);
        const Vec3d off = source.box.min - middle;
        rise = std::max(rise, steepest * std::max(std::abs(off.x), std::abs(off.y)));
    }
    startAt(level + rise, {});
    if (top < wall.box.max.z) return top - wall.box.min.z;
    return std::nullopt;
}

}  // namespace

WallView viewOf(const method::Common& scene, const std::vector<environment::Source>& sources,
                const Wall& wall) {
    WallView view;
    // Only a cone may be drawn whole: a cylinder drawn whole is a "cylinder-outside".
    if (wall.kind == Wall::Kind::Cone) view.into = holdsGrains(scene, sources, wall);
    if (wall.kind == Wall::Kind::BoxInside && wall.open.empty())
        view.tray_height = trayHeight(scene, sources, wall);
    return view;
}

}  // namespace talus::run
