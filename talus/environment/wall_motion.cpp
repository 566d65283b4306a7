#include "talus/environment/wall_motion.h"

#include <algorithm>
#include <numbers>

namespace talus::environment {
namespace {

/// Depth of absent bodies [m]: far below any scene.
constexpr double absent_depth = 1e9;

/// The pose of a rotation about a fixed point, followed by a displacement.
Pose about(const Vec3d& point, const Rotation& rotation, const Vec3d& spin, const Vec3d& displacement,
           const Vec3d& velocity) {
    return {rotation, point - rotated(rotation, point) + displacement,
            velocity - cross(spin, point + displacement), spin};
}

bool sameAxis(const Vec3d& a, const Vec3d& b) {
    return squaredLength(cross(a, b)) <= 1e-18 * squaredLength(a) * squaredLength(b);
}

/// The rotation at a share u (0 to 1) between two keys, and its spin times the interval. Between keys with
/// the same axis the angle is interpolated, over many turns if need be; between others the shortest rotation
/// is.
std::pair<Rotation, Vec3d> between(const Vec3d& a, const Vec3d& b, double u) {
    if (sameAxis(a, b)) return {rotationBy(a + (b - a) * u), b - a};
    const Rotation from = rotationBy(a);
    const Vec3d rotation = rotationVector(rotationBy(b) * inverse(from));
    return {rotationBy(rotation * u) * from, rotation};
}

Pose atKeyframe(const Vec3d& point, const Keyframes& m, double t) {
    const auto key = [](const std::vector<Vec3d>& keys, std::size_t k) {
        return keys.empty() ? Vec3d{} : keys[k];
    };
    const std::size_t last = m.times.size() - 1;
    if (t < m.times.front() || t >= m.times.back()) {
        const std::size_t k = t < m.times.front() ? 0 : last;
        return about(point, rotationBy(key(m.rotations, k)), {}, key(m.positions, k), {});
    }
    const auto next =
        static_cast<std::size_t>(std::upper_bound(m.times.begin(), m.times.end(), t) - m.times.begin());
    const double interval = m.times[next] - m.times[next - 1], u = (t - m.times[next - 1]) / interval;
    const Vec3d a = key(m.positions, next - 1), b = key(m.positions, next);
    const auto [rotation, spin] = between(key(m.rotations, next - 1), key(m.rotations, next), u);
    return about(point, rotation, spin / interval, a + (b - a) * u, (b - a) / interval);
}

}  // namespace

const Keyframes& keyframesOf(const Motion& motion) { return motion.input ? *motion.input : motion.keyframes; }

Pose composed(const Pose& outer, const Pose& inner) {
    // v(x) = v_outer(x) + R_outer v_inner(y), with x = R_outer y + shift_outer.
    const Vec3d spin = rotated(outer.rotation, inner.spin);
    return {outer.rotation * inner.rotation, outer.toWorld(inner.shift),
            outer.velocity + rotated(outer.rotation, inner.velocity) - cross(spin, outer.shift),
            outer.spin + spin};
}

Pose startPose(const Wall& wall) {
    if (!wall.follows) return {};
    return {rotationBy(wall.rotation), wall.position, {}, {}};
}

Pose poseOf(const Motion& m, double t) {
    if (m.kind == Motion::Kind::Keyframes) {
        const Keyframes& keys = keyframesOf(m);
        return keys.times.empty() ? Pose{} : atKeyframe(m.point, keys, t);
    }
    const bool moves = t >= m.start && (!m.stop || t < *m.stop);
    const double s = std::max(0.0, std::min(t, m.stop.value_or(t)) - m.start);
    switch (m.kind) {
        case Motion::Kind::Translate: return {{}, m.velocity * s, moves ? m.velocity : Vec3d{}, {}};
        case Motion::Kind::Rotate: {
            const Vec3d axis = normalized(m.axis);
            return about(m.point, rotationAbout(axis, m.rate * s), moves ? axis * m.rate : Vec3d{}, {}, {});
        }
        case Motion::Kind::Vibrate: {
            const Vec3d direction = normalized(m.direction);
            const double omega = 2 * std::numbers::pi * m.frequency;
            // Starts at the wall's own position, whatever the phase: the wall must not jump.
            const double x = m.amplitude * (std::sin(omega * s + m.phase) - std::sin(m.phase));
            const double v = moves ? m.amplitude * omega * std::cos(omega * s + m.phase) : 0;
            return {{}, direction * x, direction * v, {}};
        }
        case Motion::Kind::Keyframes: break;
    }
    return {};
}

Pose absentPose(std::size_t wall) {
    return {{}, {0, 0, -absent_depth * (2 + static_cast<double>(wall))}, {}, {}};
}

bool isAbsent(const Pose& pose) { return pose.shift.z <= -absent_depth; }

Pose poseOf(const std::vector<Motion>& motions, double t) {
    Pose pose;
    for (const Motion& motion : motions) pose = composed(poseOf(motion, t), pose);
    return pose;
}

double largestSpeed(const Motion& m, double distance) {
    switch (m.kind) {
        case Motion::Kind::Translate: return length(m.velocity);
        case Motion::Kind::Rotate: return std::abs(m.rate) * distance;
        case Motion::Kind::Vibrate: return 2 * std::numbers::pi * m.frequency * m.amplitude;
        case Motion::Kind::Keyframes: break;
    }
    if (m.design_speed) return *m.design_speed;
    const Keyframes& keys = keyframesOf(m);
    double fastest = 0;
    for (std::size_t k = 0; k + 1 < keys.times.size(); ++k) {
        const double interval = keys.times[k + 1] - keys.times[k];
        double path = keys.positions.empty() ? 0 : length(keys.positions[k + 1] - keys.positions[k]);
        if (!keys.rotations.empty())
            path += distance * length(between(keys.rotations[k], keys.rotations[k + 1], 0).second);
        fastest = std::max(fastest, path / interval);
    }
    return fastest;
}

}  // namespace talus::environment
