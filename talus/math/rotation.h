#pragma once
#include <cmath>

#include "talus/math/vec.h"

namespace talus {

/// A rotation, as the images of the three axes (the columns of its matrix).
struct Rotation {
    Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    bool operator==(const Rotation&) const = default;
};

TALUS_HD inline Vec3d rotated(const Rotation& r, const Vec3d& v) { return r.x * v.x + r.y * v.y + r.z * v.z; }

/// v rotated by the inverse of r.
TALUS_HD inline Vec3d rotatedBack(const Rotation& r, const Vec3d& v) {
    return {dot(r.x, v), dot(r.y, v), dot(r.z, v)};
}

/// The rotation b followed by the rotation a.
TALUS_HD inline Rotation operator*(const Rotation& a, const Rotation& b) {
    return {rotated(a, b.x), rotated(a, b.y), rotated(a, b.z)};
}

inline Rotation inverse(const Rotation& r) {
    return {{r.x.x, r.y.x, r.z.x}, {r.x.y, r.y.y, r.z.y}, {r.x.z, r.y.z, r.z.z}};
}

/// Rotation by `angle` [rad] about a unit axis by the right-hand rule (Rodrigues' formula).
inline Rotation rotationAbout(const Vec3d& axis, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    const auto image = [&](const Vec3d& v) {
        return v * c + cross(axis, v) * s + axis * (dot(axis, v) * (1 - c));
    };
    return {image({1, 0, 0}), image({0, 1, 0}), image({0, 0, 1})};
}

/// Rotation by a rotation vector: its direction is the axis, its length the angle [rad]; zero is no rotation.
inline Rotation rotationBy(const Vec3d& v) {
    const double angle = length(v);
    return angle > 0 ? rotationAbout(v / angle, angle) : Rotation{};
}

/// The shortest v with rotationBy(v) == r; its length is at most pi.
inline Vec3d rotationVector(const Rotation& r) {
    const Vec3d twice_sine{r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x};
    const double sine = 0.5 * length(twice_sine), cosine = 0.5 * (r.x.x + r.y.y + r.z.z - 1);
    const double angle = std::atan2(sine, cosine);
    if (sine > 1e-6) return twice_sine * (0.5 * angle / sine);
    if (cosine > 0) return twice_sine * 0.5;
    // Half a turn: r + 1 = 2 axis axis^T. Its longest column gives the most accurate axis.
    Vec3d axis = r.x + Vec3d{1, 0, 0};
    if (const Vec3d y = r.y + Vec3d{0, 1, 0}; squaredLength(y) > squaredLength(axis)) axis = y;
    if (const Vec3d z = r.z + Vec3d{0, 0, 1}; squaredLength(z) > squaredLength(axis)) axis = z;
    return normalized(axis) * angle;
}

}  // namespace talus
