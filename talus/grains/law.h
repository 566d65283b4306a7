#pragma once
#include <cmath>

#include "talus/grains/params.h"
#include "talus/math/lanes.h"

// The contact laws. Symbols as in docs/theory: d overlap, v_n normal relative velocity (positive: the
// grains part), m_e effective mass; F_n > 0 pushes apart. V is a number or a pack of numbers.
namespace talus::grains {

/// A law's constants for one pair of materials, ready for the loop.
struct LawConstants {
    Law law = Law::LeeHerrmann;
    double stiffness = 0;         ///< k_n
    double damping = 0;           ///< lee-herrmann: gamma_n; linear: 2 z sqrt(k_n)
    double shear_stiffness = 0;   ///< k_s
    double shear_compliance = 0;  ///< 1 / k_s, or 0 where there is no spring
    double shear_damping = 0;     ///< lee-herrmann: gamma_s; linear: 2 z sqrt(k_s)
    double friction = 0;          ///< mu
    double dashpot_share = 1;     ///< 1: the Coulomb limit holds spring and dashpot; 0: the spring alone
    double least_normal = 0;      ///< smallest F_n allowed [N]: 0, or minus infinity where a pull is allowed
};

/// Lee and Herrmann, "Angle of repose and angle of marginal stability: molecular dynamics of granular
/// media" (1993), in the form of the thesis: F_n = k_n d^(3/2) - gamma_n m_e v_n.
struct LeeHerrmann {
    template <class V>
    TALUS_HD static V normalForce(const V& k_n, const V& gamma_n, const V& overlap, const V& v_n,
                                  const V& m_e) {
        using std::sqrt;
        return k_n * overlap * sqrt(overlap) - gamma_n * m_e * v_n;
    }
    /// Coefficient of -v_t in the shear force [N s/m].
    template <class V>
    TALUS_HD static V shearDashpot(const V& gamma_s, const V& m_e) {
        return gamma_s * m_e;
    }
    /// Integral of k_n d^(3/2) [J].
    TALUS_HD static double energy(double k_n, double overlap) {
        return 0.4 * k_n * overlap * overlap * std::sqrt(overlap);
    }
};

/// Cundall and Strack (1979): F_n = k_n d - c_n v_n with c_n = 2 z sqrt(k_n m_e), z the damping ratio that
/// gives the restitution asked for (restitution.h).
struct Linear {
    template <class V>
    TALUS_HD static V normalForce(const V& k_n, const V& damping, const V& overlap, const V& v_n,
                                  const V& m_e) {
        using std::sqrt;
        return k_n * overlap - damping * sqrt(m_e) * v_n;
    }
    template <class V>
    TALUS_HD static V shearDashpot(const V& shear_damping, const V& m_e) {
        using std::sqrt;
        return shear_damping * sqrt(m_e);
    }
    TALUS_HD static double energy(double k_n, double overlap) { return 0.5 * k_n * overlap * overlap; }
};

/// The constants of a contact. @pre its members are in the ranges of params.h
LawConstants lawConstants(const Contact& contact);

/// Time that two grains of effective mass m_e [kg] touch when they meet at `speed` [m/s] without damping:
/// pi sqrt(m_e/k_n) for linear; 3.2181 (m_e / (k_n sqrt(v)))^(2/5) for lee-herrmann (Hertz's collision with
/// F = k_n d^(3/2)); and no longer than half a period of the shear spring, pi sqrt(2 m_e / 7 k_s) [s].
double contactTime(const LawConstants& law, double m_e, double speed);

/// Energy in the normal and shear springs of one contact [J]. `stretch` is |xi| [m].
double springEnergy(const LawConstants& law, double overlap, double stretch);

}  // namespace talus::grains
