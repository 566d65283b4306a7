#include "talus/run/session/picks/ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::run {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

/// The square of half the length of the ray's line in a ball, and the distance to its middle.
struct Chord {
    double half_square, middle;
};
Chord chordIn(const Ray& ray, const Vec3d& centre, double radius) {
    const Vec3d to = centre - ray.origin;
    const double along = dot(to, ray.direction);
    return {radius * radius - squaredLength(to - ray.direction * along), along};
}

}  // namespace

double enterBall(const Ray& ray, const Vec3d& centre, double radius) {
    const Chord chord = chordIn(ray, centre, radius);
    if (chord.half_square < 0 || chord.middle < 0) return nowhere;
    return std::max(0.0, chord.middle - std::sqrt(chord.half_square));
}

double leaveBall(const Ray& ray, const Vec3d& centre, double radius) {
    const Chord chord = chordIn(ray, centre, radius);
    if (chord.half_square < 0) return nowhere;
    const double end = chord.middle + std::sqrt(chord.half_square);
    return end >= 0 ? end : nowhere;
}

// Moeller and Trumbore 1997.
double meetTriangle(const Ray& ray, const Vec3d& a, const Vec3d& b, const Vec3d& c, bool front_only) {
    const Vec3d u = b - a, v = c - a, p = cross(ray.direction, v);
    const double determinant = dot(u, p);
    if (determinant == 0 || (front_only && determinant < 0)) return nowhere;
    const Vec3d s = (ray.origin - a) / determinant;
    const Vec3d q = cross(s, u);
    const double first = dot(s, p), second = dot(ray.direction, q), along = dot(v, q);
    return first >= 0 && second >= 0 && first + second <= 1 && along >= 0 ? along : nowhere;
}

}  // namespace talus::run
