#pragma once
#include <cstddef>

#include "talus/particles/fields.h"
#include "talus/state/table.h"

namespace talus::particles {

/// Mass, momentum and kinetic energy of some particles.
struct Totals {
    double mass = 0;    ///< [kg]
    Vec3d momentum;     ///< [kg m/s]
    double energy = 0;  ///< [J]

    Totals& operator+=(const Totals& b) {
        mass += b.mass;
        momentum += b.momentum;
        energy += b.energy;
        return *this;
    }
    friend Totals operator+(Totals a, const Totals& b) { return a += b; }
};

/// Of one particle, exactly as its columns have it: products of two numbers in single fit into a double.
inline Totals totalsOf(float mass, const Vec3f& velocity) {
    const Vec3d v = wide(velocity);
    return {mass, v * double{mass}, 0.5 * double{mass} * squaredLength(v)};
}

}  // namespace talus::particles
