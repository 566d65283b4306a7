#pragma once
#include <cmath>

#include "talus/core/host_device.h"

namespace talus {

/// Three components. T is a number or a pack of numbers (std::experimental::simd).
template <class T>
struct Vec3 {
    T x{}, y{}, z{};

    TALUS_HD constexpr Vec3& operator+=(const Vec3& b) { return *this = {x + b.x, y + b.y, z + b.z}; }
    TALUS_HD constexpr Vec3& operator-=(const Vec3& b) { return *this = {x - b.x, y - b.y, z - b.z}; }
    TALUS_HD constexpr Vec3& operator*=(const T& s) { return *this = {x * s, y * s, z * s}; }
    TALUS_HD bool operator==(const Vec3&) const = default;
};

using Vec3d = Vec3<double>;
using Vec3f = Vec3<float>;
using Vec3i = Vec3<int>;

template <class T>
TALUS_HD constexpr Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
TALUS_HD constexpr Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
TALUS_HD constexpr Vec3<T> operator-(const Vec3<T>& a) {
    return {-a.x, -a.y, -a.z};
}
template <class T>
TALUS_HD constexpr Vec3<T> operator*(const Vec3<T>& a, const T& s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class T>
TALUS_HD constexpr Vec3<T> operator*(const T& s, const Vec3<T>& a) {
    return a * s;
}
template <class T>
TALUS_HD constexpr Vec3<T> operator/(const Vec3<T>& a, const T& s) {
    return {a.x / s, a.y / s, a.z / s};
}
template <class T>
TALUS_HD constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
TALUS_HD constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
TALUS_HD constexpr T squaredLength(const Vec3<T>& a) {
    return dot(a, a);
}
template <class T>
TALUS_HD T length(const Vec3<T>& a) {
    using std::sqrt;
    return sqrt(dot(a, a));
}
/// a / |a|. @pre |a| > 0
template <class T>
TALUS_HD Vec3<T> normalized(const Vec3<T>& a) {
    return a / length(a);
}

/// In double precision.
TALUS_HD constexpr Vec3d wide(const Vec3f& v) { return {v.x, v.y, v.z}; }
/// Each component rounded to single precision.
TALUS_HD constexpr Vec3f narrow(const Vec3d& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace talus
