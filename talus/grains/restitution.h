#pragma once

namespace talus::grains {

/// Restitution of a linear spring and dashpot with damping ratio z = c / (2 sqrt(k m_e)).
/// Tensile force allowed (the dashpot may pull at the end): e = exp(-pi z / sqrt(1 - z^2)), z < 1.
/// Adhesionless (the contact ends when the force reaches zero): Schwager and Poeschel (2007),
/// e = exp(-(z/w) (pi - atan2(2 z w, 1 - 2 z^2))), w = sqrt(1 - z^2); and for z > 1
/// e = exp(-(z/w) ln((z + w)/(z - w))), w = sqrt(z^2 - 1).
/// @param z >= 0 (tensile: < 1)
double restitutionOf(double z, bool adhesionless);

/// The damping ratio that gives restitution e, the inverse of restitutionOf; by bisection where there is
/// no closed form. @param e in (0, 1]
double dampingRatio(double e, bool adhesionless);

}  // namespace talus::grains
