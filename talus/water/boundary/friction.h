#pragma once
#include <algorithm>
#include <cmath>

#include "talus/core/host_device.h"

namespace talus::water {

/// The friction between neighbours, and between water and walls: the viscosity of the liquid, and a friction
/// at rest. Without the latter particles under their own weight keep moving around each other: no pressure
/// removes that energy, and the damping of approaching particles (Monaghan's beta) falls with the square of
/// their speed. So a viscosity nu_0 / (1 + (v / v_0)^2) is added at a relative speed v, which is negligible
/// where water flows. It is so strong that a step applies it in parts (FrictionParts).
///
/// At walls fast water is turbulent: its boundary layer is thinner than a particle. A smooth wall then has
/// the friction tau / rho = (v / 8.3)^(7/4) (nu / d)^(1/4) at a distance d, the power law v+ = 8.3 (d+)^(1/7)
/// of Werner and Wengle (1991), "Large-eddy simulation of turbulent flow over and around a cube in a plate
/// channel". It exceeds the nu v / d of laminar flow from d+ = 11.8 on.
struct Friction {
    double viscosity = 0;   ///< nu of the liquid [m^2/s]
    double at_rest = 0;     ///< nu_0 [m^2/s]
    double slow_speed = 1;  ///< v_0 [m/s], > 0
    double turbulent = 0;   ///< nu^(1/4) / 8.3^(7/4), on walls; 0: the flow stays laminar [m^(1/2) / s^(1/4)]

    double maximum() const { return viscosity + at_rest; }  ///< between particles [m^2/s]
    bool any() const { return viscosity > 0 || at_rest > 0; }
    friend Friction operator*(const Friction& f, double share) {
        return {f.viscosity * share, f.at_rest * share, f.slow_speed, f.turbulent * share};
    }
};

/// The friction of a step, applied in parts one after another, so that no part removes more than the whole
/// velocity difference between neighbours.
struct FrictionParts {
    int count = 1;
    Friction each;  ///< of a part: the friction times its share of the step

    FrictionParts(const Friction& friction, double volume, double dt) {
        // If all neighbours on a cubic lattice move relative to a particle, its velocity changes by 8.8 nu dt
        // / s^2 times the difference (2 V sum slope / r of the cubic spline). From a factor of 2 on this is
        // unstable.
        constexpr double stable = 1.8 / 8.8, max_parts = 4;
        const double in_all = friction.maximum() * dt / std::cbrt(volume * volume);
        count = static_cast<int>(std::clamp(std::ceil(in_all / stable), 1.0, max_parts));
        // If the step is too long even for the maximum number of parts, the friction is reduced.
        each = friction * std::min(1.0 / count, in_all > 0 ? stable / in_all : 1);
    }
};

/// This friction with the turbulent part of walls.
inline Friction onWalls(Friction friction) {
    friction.turbulent = std::pow(friction.viscosity, 0.25) / std::pow(8.3, 1.75);
    return friction;
}

/// Friction in the precision of a loop.
template <class Real>
class FrictionAt {
  public:
    explicit FrictionAt(const Friction& friction)
        : viscosity_(static_cast<Real>(friction.viscosity)),
          at_rest_(static_cast<Real>(friction.at_rest)),
          per_square_(static_cast<Real>(1 / (friction.slow_speed * friction.slow_speed))),
          turbulent_(static_cast<Real>(friction.turbulent)) {}

    /// nu [m^2/s]. @param square of the relative speed, a number or a pack
    template <class V>
    TALUS_HD V operator()(const V& square) const {
        return V(viscosity_) + V(at_rest_) / (V(Real(1)) + V(per_square_) * square);
    }

    /// nu on a wall at a distance d [m]: tau / rho = nu v / d.
    TALUS_HD Real atWall(Real square, Real d) const {
        const Real v = std::sqrt(square);
        return std::max((*this)(square),
                        turbulent_ * std::sqrt(v * std::sqrt(v)) * d / std::sqrt(std::sqrt(d)));
    }

  private:
    Real viscosity_, at_rest_, per_square_, turbulent_;
};

}  // namespace talus::water
