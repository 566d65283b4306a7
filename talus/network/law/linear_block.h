#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "talus/network/law/link_law.h"

// Most networks consist of linear springs and contacts, so these have loops of their own. They do the
// arithmetic of forceOf (link_law.h), to the last bit, for a block of pairs at once: roots and divisions of
// several pairs then share one instruction.
namespace talus::network {

inline constexpr std::size_t pairs_of_block = 64;

/// A vector of each pair of a block. Components in which masses do not move are never touched.
struct BlockVectors {
    std::array<double, pairs_of_block> x, y, z;
};

/// Where the forces of a block go.
struct BlockForces {
    double *x, *y, *z;
};

/// A spring or a contact without friction.
struct LinearLaw {
    double stiffness;     ///< [N/m]
    double damping;       ///< per distance gained in a step [N/m]
    double least_push;    ///< 0 where damping does not pull [N]
    double square_reach;  ///< [m^2]

    static bool is(const LinkLaw& law) {
        return law.kind == Link::Kind::Spring || law.kind == Link::Kind::Contact;
    }
    /// @param dt length of a step [s]
    LinearLaw(const LinkLaw& law, double dt)
        : stiffness(law.stiffness),
          damping(law.damping / dt),
          least_push(law.kind == Link::Kind::Spring || law.pulls ? -std::numeric_limits<double>::infinity()
                                                                 : 0),
          square_reach(law.reach * law.reach) {}
};

template <int Dimensions>
double squareOf(const BlockVectors& v, std::size_t k) {
    if constexpr (Dimensions == 1) return v.z[k] * v.z[k];
    if constexpr (Dimensions == 2) return v.x[k] * v.x[k] + v.z[k] * v.z[k];
    return v.x[k] * v.x[k] + v.y[k] * v.y[k] + v.z[k] * v.z[k];
}

/// Replaces the change of each distance vector, as a velocity, by the vector one step before.
template <int Dimensions>
void stepBack(const BlockVectors& apart, double dt, std::size_t count, BlockVectors& moved) {
    for (std::size_t k = 0; k < count; ++k) {
        if constexpr (Dimensions > 1) moved.x[k] = apart.x[k] - moved.x[k] * dt;
        if constexpr (Dimensions > 2) moved.y[k] = apart.y[k] - moved.y[k] * dt;
        moved.z[k] = apart.z[k] - moved.z[k] * dt;
    }
}

/// Springs of length 0: k and z act on the vector. All functions give the force on the first mass.
template <int Dimensions>
void pullTogether(const LinearLaw& law, const BlockVectors& apart, const BlockVectors& before,
                  std::size_t count, const BlockForces& force) {
    const auto pull = [&](const auto& now, const auto& then, double* out) {
        for (std::size_t k = 0; k < count; ++k)
            out[k] = now[k] * law.stiffness + (now[k] - then[k]) * law.damping;
    };
    if constexpr (Dimensions > 1) pull(apart.x, before.x, force.x);
    if constexpr (Dimensions > 2) pull(apart.y, before.y, force.y);
    pull(apart.z, before.z, force.z);
}

/// Any other length: k and z act along the line between the two masses.
/// @param length(k) rest length of the k-th pair [m]
template <int Dimensions, class Length>
void pushAlong(const LinearLaw& law, Length length, const BlockVectors& apart, const BlockVectors& before,
               std::size_t count, const BlockForces& force) {
    std::array<double, pairs_of_block> along;
    const auto [stiffness, damping, least, square_reach] = law;
    for (std::size_t k = 0; k < count; ++k) {
        const double square = squareOf<Dimensions>(apart, k), distance = std::sqrt(square);
        const double gained = distance - std::sqrt(squareOf<Dimensions>(before, k));
        const double push = stiffness * (length(k) - distance) - damping * gained;
        const double along_line = (push < least ? least : push) / distance;
        const double within_reach = square < square_reach ? -along_line : 0;
        along[k] = square > 0 ? within_reach : 0;
    }
    for (std::size_t k = 0; k < count; ++k) {
        if constexpr (Dimensions > 1) force.x[k] = apart.x[k] * along[k];
        if constexpr (Dimensions > 2) force.y[k] = apart.y[k] * along[k];
        force.z[k] = apart.z[k] * along[k];
    }
}

}  // namespace talus::network
