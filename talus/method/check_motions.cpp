#include <cmath>

#include <fmt/format.h>

#include "talus/method/check_world.h"

namespace talus::method {
namespace {

using environment::Motion;

/// The times must rise, and there must be a position or a rotation for each.
void checkKeyframes(const Checking& checked, std::size_t index, const Motion& m) {
    const auto refuse = [&](const char* key, std::string what, std::string hint) {
        checked.diagnostics.error(checked.spanOf("motion", index, key), std::move(what), std::move(hint));
    };
    if (m.keyframes.times.size() < 2)
        refuse("times", fmt::format("'times' needs at least two times, not {}", m.keyframes.times.size()),
               "for example [0, \"1 s\"]");
    for (std::size_t k = 1; k < m.keyframes.times.size(); ++k)
        if (!(m.keyframes.times[k] > m.keyframes.times[k - 1])) {
            refuse("times",
                   fmt::format("'times' must rise: {} s comes after {} s", m.keyframes.times[k],
                               m.keyframes.times[k - 1]),
                   "give the keys in order, each time once");
            break;
        }
    const auto checkCount = [&](const char* key, std::size_t count) {
        if (count != 0 && count != m.keyframes.times.size())
            refuse(key, fmt::format("'{}' has {} entries for {} times", key, count, m.keyframes.times.size()),
                   "one for each time, or none");
    };
    checkCount("positions", m.keyframes.positions.size());
    checkCount("rotations", m.keyframes.rotations.size());
    if (m.keyframes.positions.empty() && m.keyframes.rotations.empty())
        refuse("kind", "the keyframes move nothing", "add 'positions', 'rotations' or both");
}

bool rotates(const Motion& m) {
    if (m.kind == Motion::Kind::Rotate) return m.rate != 0;
    if (m.kind != Motion::Kind::Keyframes) return false;
    for (const Vec3d& r : m.keyframes.rotations)
        if (!(r == Vec3d{})) return true;
    return false;
}

bool alongNormal(const Vec3d& v, const Vec3d& normal) {
    return length(cross(v, normal)) <= 1e-9 * length(v) * length(normal);
}

/// An endless plane may rotate only about its normal: otherwise its far parts would have unlimited speed.
void checkPlanes(const Checking& checked, std::size_t index, const Motion& m) {
    if (!rotates(m)) return;
    for (const environment::Wall& wall : checked.scene.environment.walls) {
        if (wall.name != m.wall || wall.kind != environment::Wall::Kind::Plane) continue;
        bool about_normal = m.kind == Motion::Kind::Rotate ? alongNormal(m.axis, wall.plane.normal) : true;
        if (m.kind == Motion::Kind::Keyframes)
            for (const Vec3d& r : m.keyframes.rotations)
                about_normal = about_normal && alongNormal(r, wall.plane.normal);
        if (about_normal) continue;
        checked.diagnostics.error(checked.spanOf("motion", index, "kind"),
                                  fmt::format("the endless plane '{}' cannot tilt", wall.name),
                                  "use shape = \"rectangle\" for a floor that turns");
    }
}

}  // namespace

void checkMotions(const Checking& checked) {
    const auto& motions = checked.scene.environment.motions;
    for (std::size_t i = 0; i < motions.size() && !settings::full(checked.diagnostics); ++i) {
        const Motion& m = motions[i];
        if (m.copy_of) {
            checkPlanes(checked, *m.copy_of, m);
            continue;
        }
        bool sound = true;
        if (m.kind == Motion::Kind::Rotate) sound = checkDirection(checked, "motion", i, "axis", m.axis);
        if (m.kind == Motion::Kind::Vibrate)
            sound = checkDirection(checked, "motion", i, "direction", m.direction);
        if (m.kind == Motion::Kind::Keyframes)
            checkKeyframes(checked, i, m);
        else if (m.stop && *m.stop <= m.start)
            checked.diagnostics.error(
                checked.spanOf("motion", i, "stop"),
                fmt::format("'stop' must be after 'start': {} s is not after {} s", *m.stop, m.start));
        else if (m.start >= checked.scene.time.duration)
            checked.warn(checked.spanOf("motion", i, "start"),
                         fmt::format("the [[motion]] of '{}' starts after the end of the run", m.wall),
                         fmt::format("the run ends at {} s; see time.duration", checked.scene.time.duration));
        if (sound) checkPlanes(checked, i, m);
    }
}

}  // namespace talus::method
