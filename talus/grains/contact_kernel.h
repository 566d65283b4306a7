#pragma once
#include "talus/grains/contact_forces.h"
#include "talus/grains/pair_force.h"

namespace talus::grains {

/// Two touching grains in the terms of the law.
template <class V>
Touch<V> touchOf(const Vec3<V>& x, const Vec3<V>& u, const Vec3<V>& w_i, const Vec3<V>& w_j, const V& a_i,
                 const V& a_j, const V& m_i, const V& m_j, bool spin) {
    using std::sqrt;
    const V distance = sqrt(squaredLength(x));
    Touch<V> touch;
    touch.overlap = a_i + a_j - distance;
    touch.normal = x * (V(1) / distance);
    touch.effective_mass = m_i * m_j / (m_i + m_j);
    touch.velocity = spin ? u - cross(w_i * a_i + w_j * a_j, touch.normal) : u;
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
