#pragma once
#include "talus/grains/pair_force.h"
#include "talus/math/quad.h"

namespace talus::grains {

// Two packed grains (block_grains.h) are combined so that every fourth number adds up: reach a_i + a_j,
// 1/m_i + 1/m_j, 1/a_i + 1/a_j.
inline Quad differenceOf(const Quad& i, const Quad& j) {
    return {i.x - j.x, i.y - j.y, i.z - j.z, i.w + j.w};
}
inline Quad sumOf(const Quad& i, const Quad& j) { return {i.x + j.x, i.y + j.y, i.z + j.z, i.w + j.w}; }
inline void add(Quad& sum, const Vec3d& v) {
    sum.x += v.x;
    sum.y += v.y;
    sum.z += v.z;
}

/// Two touching grains in the terms of the law.
/// @param x x_i - x_j
/// @param u v_i - v_j
/// @param surface a_i w_i + a_j w_j
template <class V>
Touch<V> touchOf(const Vec3<V>& x, const V& reach, const Vec3<V>& u, const V& inverse_mass,
                 const Vec3<V>& surface, bool spin) {
    using std::sqrt;
    const V distance = sqrt(squaredLength(x));
    Touch<V> touch;
    touch.overlap = reach - distance;
    touch.normal = x * (V(1) / distance);
    touch.effective_mass = V(1) / inverse_mass;
    touch.velocity = spin ? u - cross(surface, touch.normal) : u;
    return touch;
}

/// Calls loop(Law{}) for the law, so that it is known when the loop is compiled.
template <class Loop>
void withLaw(Law law, Loop loop) {
    switch (law) {
        case Law::LeeHerrmann: return loop(LeeHerrmann{});
        case Law::Linear: return loop(Linear{});
    }
}

}  // namespace talus::grains
