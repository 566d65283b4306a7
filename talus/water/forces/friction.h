#pragma once

namespace talus::water {

/// How much neighbours, and water and its walls, rub on each other: by the viscosity of the liquid, and by
/// what brings it to rest. Particles that stand in their own weight roll over each other without end: no
/// pressure takes that energy, and damping of those that come nearer (Monaghan's beta) falls with the square
/// of their speed. So where they hardly move against each other a viscosity is added, nu_0 / (1 + (v /
/// v_0)^2) at a relative speed v. Where water flows there is next to nothing of it.
struct Friction {
    double viscosity = 0;   ///< nu of the liquid [m^2/s]
    double at_rest = 0;     ///< nu_0 [m^2/s]
    double slow_speed = 1;  ///< v_0 [m/s], > 0

    bool any() const { return viscosity > 0 || at_rest > 0; }
    friend Friction operator*(const Friction& f, double share) {
        return {f.viscosity * share, f.at_rest * share, f.slow_speed};
    }
};

/// The same in the numbers of a loop.
template <class Real>
class FrictionAt {
  public:
    explicit FrictionAt(const Friction& friction)
        : viscosity_(static_cast<Real>(friction.viscosity)),
          at_rest_(static_cast<Real>(friction.at_rest)),
          per_square_(static_cast<Real>(1 / (friction.slow_speed * friction.slow_speed))) {}

    /// nu [m^2/s]. @param square of the relative speed, a number or a pack
    template <class V>
    V operator()(const V& square) const {
        return V(viscosity_) + V(at_rest_) / (V(Real(1)) + V(per_square_) * square);
    }

  private:
    Real viscosity_, at_rest_, per_square_;
};

}  // namespace talus::water
