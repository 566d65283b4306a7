#pragma once

namespace talus::grains {

/// Restitution of a linear spring and dashpot with damping ratio z = c / (2 sqrt(k m_e)).
/// Tensile force allowed (the dashpot may attract at the end): e = exp(-pi z / sqrt(1 - z^2)), z < 1.
/// Adhesionless (the contact ends when the force reaches zero): Schwager and Poeschel (2007),
/// e = exp(-(z/w) (pi - atan2(2 z w, 1 - 2 z^2))), w = sqrt(1 - z^2); and for z > 1
/// e = exp(-(z/w) ln((z + w)/(z - w))), w = sqrt(z^2 - 1).
/// @param z >= 0 (tensile: < 1)
double restitutionOf(double z, bool adhesionless);

/// The damping ratio that gives restitution e, the inverse of restitutionOf; by bisection where there is
/// no closed form. @param e in (0, 1]
double dampingRatio(double e, bool adhesionless);

/// The damping ratio that gives restitution e for a Hertz contact F = k d^(3/2) - 2 z sqrt(S m) v with S =
/// 3/2 k d^(1/2) (Tsuji, Tanaka, Ishida 1992); e does not depend on the speed. Tensile force allowed: z =
/// sqrt(5/6) (-ln e) / sqrt(pi^2 + ln^2 e) (Antypov and Elliott 2011); adhesionless: by bisection on the
/// integrated collision (Thornton, Cummins, Cleary 2013 give a polynomial, good to 0.002 up to e = 0.95).
double hertzDampingRatio(double e, bool adhesionless);

/// Result of a collision in dimensionless units: x'' = -force(x, x'), from x = 0 with x' = 1.
struct Collision {
    double restitution;  ///< speed after the collision
    double duration;     ///< until the bodies separate; adhesionless: until the force is zero
};

/// Bell, Yu, Mucha (2005), with alpha = 1/2, beta = 3/2 (Kuwabara and Kono): the collision of
/// x'' = -x^(3/2) - a x^(1/2) x'. In units: T = (m/(k_r sqrt(v)))^(2/5), a = (k_d/m) (m/k_r)^(3/5) v^(1/5).
Collision kuwabaraKonoCollision(double a, bool adhesionless);

/// k_r / m and k_d / m with which a pair of effective mass m has restitution e and contact time contact_time
/// in an impact at `speed`. For F = k_r d^(3/2) + k_d d^(1/2) d' (hertzian), or F = k_r d + k_d d'.
/// @param e in (0, 1] @param contact_time [s], > 0 @param speed [m/s], > 0
struct SpecificStiffness {
    double stiffness;  ///< [1/(s^2 m^(1/2))], linear: [1/s^2]
    double damping;    ///< [1/(s m^(1/2))], linear: [1/s]
};
SpecificStiffness bellConstants(double e, double contact_time, double speed, bool hertzian,
                                bool adhesionless);

}  // namespace talus::grains
