#include "talus/network/plane.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/network/scene.h"

namespace talus::network {
namespace {

using environment::Motion;

/// Whether a rotation takes points of the plane out of it. Along a line it always does.
bool tiltsPlane(const Vec3d& axis, int dimensions) {
    if (dimensions == 1) return squaredLength(axis) > 0;
    return axis.x != 0 || axis.z != 0;
}

/// The key of a motion that takes points out of the plane; null: none does.
const char* keyThatLeaves(const Motion& motion, int dimensions) {
    const auto leaves = [&](const Vec3d& v) { return leavesPlane(v, dimensions); };
    const auto tilts = [&](const Vec3d& axis) { return tiltsPlane(axis, dimensions); };
    switch (motion.kind) {
        case Motion::Kind::Translate: return leaves(motion.velocity) ? "velocity" : nullptr;
        case Motion::Kind::Rotate: return motion.rate != 0 && tilts(motion.axis) ? "axis" : nullptr;
        case Motion::Kind::Vibrate:
            return motion.amplitude != 0 && leaves(motion.direction) ? "direction" : nullptr;
        case Motion::Kind::Keyframes: break;
    }
    const auto &positions = motion.keyframes.positions, &rotations = motion.keyframes.rotations;
    if (std::any_of(positions.begin(), positions.end(), leaves)) return "positions";
    return std::any_of(rotations.begin(), rotations.end(), tilts) ? "rotations" : nullptr;
}

}  // namespace

bool leavesPlane(const Vec3d& v, int dimensions) {
    return (dimensions < 3 && v.y != 0) || (dimensions < 2 && v.x != 0);
}

std::string leavesPlaneText(int dimensions) {
    return fmt::format("leaves the {} in which masses move",
                       dimensions == 2 ? "plane of x and z" : "line along z");
}

const char* staysInPlaneHint(int dimensions) {
    return dimensions == 2 ? "y must be 0 where network.dimensions = 2"
                           : "x and y must be 0 where network.dimensions = 1";
}

void checkCarriers(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    const int dimensions = part.network.value_or(Network{}).dimensions;
    if (dimensions == 3) return;
    const char* axis_hint = dimensions == 2 ? "turn it about y, the normal of the plane"
                                            : "nothing turns where network.dimensions = 1";
    const auto& motions = checking.scene.environment.motions;
    for (std::size_t m = 0; m < motions.size(); ++m) {
        const char* key = keyThatLeaves(motions[m], dimensions);
        if (key == nullptr) continue;
        const bool turns = key == std::string("axis") || key == std::string("rotations");
        for (const Masses& group : part.masses)
            if (group.kind == Masses::Kind::Moved && group.wall == motions[m].wall)
                checking.error("motion", motions[m].copy_of.value_or(m), key,
                               fmt::format("the masses of '{}' move with '{}', whose motion {}", group.name,
                                           group.wall, leavesPlaneText(dimensions)),
                               turns ? axis_hint : staysInPlaneHint(dimensions));
    }
}

}  // namespace talus::network
