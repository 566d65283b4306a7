#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "talus/network/params.h"

namespace talus {
class Formula;
}

/// The forces of links. With the vector d from mass i to mass j now, its length |d|, and d' one step of
/// length T before, the rate is the difference of both lengths,
///
///     u = (|d| - |d'|) / T
///
/// as in CORDIS-ANIMA (Cadoz, Luciani and Florens, Computer Music Journal 17(1), 1993), and the force that
/// pushes the two apart is p(|d|, u) of the link's kind (params.h). A spring of rest length 0 has the force
/// -k d - z (d - d') / T, which has a direction also where the two are at one point.
namespace talus::network {

/// A piecewise linear function, 0 beyond its last point and constant before its first.
struct LinearTable {
    std::vector<double> at, value;
    double operator()(double x) const;
};

/// A link's law with its numbers in SI units.
struct LinkLaw {
    std::uint32_t link = 0;  ///< index of its [[link]]
    Link::Kind kind = Link::Kind::Spring;
    double stiffness = 0;         ///< [N/m]
    double damping = 0;           ///< [N s/m]
    double length = 0;            ///< rest length, or size of Lennard-Jones [m]
    bool pulls = false;           ///< whether damping in contact may pull
    double friction = 0;          ///< Coulomb's
    double friction_damping = 0;  ///< [N s/m]
    double depth = 0;             ///< of Lennard-Jones [J]
    double reach = 0;             ///< no force beyond this distance [m]; infinite for springs
    std::shared_ptr<const LinearTable> table{};
    std::shared_ptr<const Formula> formula{};
};

/// Gives a law another rest length, at which contacts begin.
void setLength(LinkLaw& law, double length);

/// The distance and motion of two masses.
struct Pair {
    Vec3d apart;      ///< from the first to the second [m]
    Vec3d before;     ///< the same one step before [m]
    double step = 1;  ///< its length [s]
};

/// Lennard-Jones is steeper than any step can follow close to 0: below this share of its size the force goes
/// on with the slope that it has there. Chosen: no thermal or falling mass of the scenes gets there.
inline constexpr double softened_below = 0.8;

/// Force of Lennard-Jones that pushes apart [N], softened near 0.
/// @param depth [J] @param size distance at which the energy is 0 [m]
double lennardJones(double depth, double size, double distance);

/// Force on the first of two masses [N]. It is an odd function of `apart` and `before`, exactly, so that
/// the forces on the two of a pair are opposite to the last bit, whichever of them is the first.
/// @param value force by the link's formula at (distance, rate); only called for Link::Kind::Formula
template <class Evaluate>
Vec3d forceOf(const LinkLaw& law, const Pair& pair, Evaluate&& evaluate) {
    const double square = squaredLength(pair.apart);
    const bool always = law.kind == Link::Kind::Spring;
    const double damping = law.damping / pair.step;  // per distance gained in a step [N/m]
    if (always && law.length == 0) return pair.apart * law.stiffness + (pair.apart - pair.before) * damping;
    if (!(square > 0) || (!always && !(square < law.reach * law.reach))) return {};
    const double distance = std::sqrt(square);
    const double gained = distance - length(pair.before);
    double push = 0;
    switch (law.kind) {
        case Link::Kind::Spring: push = law.stiffness * (law.length - distance) - damping * gained; break;
        case Link::Kind::Contact:
        case Link::Kind::Friction:
            push = law.stiffness * (law.length - distance) - damping * gained;
            if (!law.pulls) push = std::max(push, 0.0);
            break;
        case Link::Kind::LennardJones:
            push = lennardJones(law.depth, law.length, distance) - damping * gained;
            break;
        case Link::Kind::Table: push = (*law.table)(distance)-damping * gained; break;
        case Link::Kind::Formula: push = evaluate(law, distance, gained / pair.step); break;
    }
    Vec3d force = pair.apart * (-push / distance);
    if (law.kind == Link::Kind::Friction) {
        const Vec3d along = pair.apart / distance;
        const Vec3d relative = (pair.apart - pair.before) / pair.step;
        const Vec3d across = relative - along * dot(relative, along);
        const double speed = length(across);
        const double largest = law.friction * std::max(push, 0.0);
        if (speed > 0) force += across * std::min(law.friction_damping, largest / speed);
    }
    return force;
}

/// The largest stiffness and damping that the law has between two masses, for the bound on the step.
struct Slopes {
    double stiffness = 0;  ///< [N/m]
    double damping = 0;    ///< along the line between the two [N s/m]
    double across = 0;     ///< damping across it [N s/m]
};
Slopes slopesOf(const LinkLaw& law);

}  // namespace talus::network
