#pragma once
#include <algorithm>
#include <cmath>

#include "talus/core/host_device.h"

namespace talus::water {

/// How much neighbours, and water and its walls, rub on each other: by the viscosity of the liquid, and by
/// what brings it to rest. Particles that stand in their own weight roll over each other without end: no
/// pressure takes that energy, and damping of those that come nearer (Monaghan's beta) falls with the square
/// of their speed. So where they hardly move against each other a viscosity is added, nu_0 / (1 + (v /
/// v_0)^2) at a relative speed v. Where water flows there is next to nothing of it. It is so strong that a
/// step takes it in parts (Viscosity in forces.h).
///
/// On walls fast water is turbulent: its boundary layer is thinner than a particle. A smooth wall then takes
/// tau / rho = (v / 8.3)^(7/4) (nu / d)^(1/4) at a distance d, the power law v+ = 8.3 (d+)^(1/7) of Werner
/// and Wengle (1991), "Large-eddy simulation of turbulent flow over and around a cube in a plate channel". It
/// is more than the nu v / d of laminar flow from d+ = 11.8 on.
struct Friction {
    double viscosity = 0;   ///< nu of the liquid [m^2/s]
    double at_rest = 0;     ///< nu_0 [m^2/s]
    double slow_speed = 1;  ///< v_0 [m/s], > 0
    double turbulent = 0;   ///< nu^(1/4) / 8.3^(7/4), on walls; 0: it stays laminar [m^(1/2) / s^(1/4)]

    double most() const { return viscosity + at_rest; }  ///< between particles [m^2/s]
    bool any() const { return viscosity > 0 || at_rest > 0; }
    friend Friction operator*(const Friction& f, double share) {
        return {f.viscosity * share, f.at_rest * share, f.slow_speed, f.turbulent * share};
    }
};

/// The friction of a step, in parts: each acts on the velocities that the one before left, so that none takes
/// more than the whole of the difference between neighbours.
struct FrictionParts {
    int count = 1;
    Friction each;  ///< its numbers times its share of the step

    FrictionParts(const Friction& friction, double volume, double dt) {
        // Neighbours on a cubic lattice that all move against a particle change its speed by 8.8 nu dt / s^2
        // of the difference (2 V sum slope / r of the cubic spline); from 2 on speeds would grow.
        constexpr double stable = 1.8 / 8.8, most = 4;
        const double in_all = friction.most() * dt / std::cbrt(volume * volume);
        count = static_cast<int>(std::clamp(std::ceil(in_all / stable), 1.0, most));
        // Of a step that is longer than all of them can bear some is left out.
        each = friction * std::min(1.0 / count, in_all > 0 ? stable / in_all : 1);
    }
};

/// This friction as it is on walls.
inline Friction onWalls(Friction friction) {
    friction.turbulent = std::pow(friction.viscosity, 0.25) / std::pow(8.3, 1.75);
    return friction;
}

/// The same in the numbers of a loop.
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

    /// The same on a wall at a distance d [m]: tau / rho = nu v / d.
    TALUS_HD Real atWall(Real square, Real d) const {
        const Real v = std::sqrt(square);
        return std::max((*this)(square),
                        turbulent_ * std::sqrt(v * std::sqrt(v)) * d / std::sqrt(std::sqrt(d)));
    }

  private:
    Real viscosity_, at_rest_, per_square_, turbulent_;
};

}  // namespace talus::water
