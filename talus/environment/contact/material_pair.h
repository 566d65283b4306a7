#pragma once
#include <algorithm>
#include <cmath>

/// What two materials in contact have, from the values of each on itself (docs/theory/grains.md, "Contacts
/// from materials").
namespace talus::environment {

/// Coulomb's coefficient: surfaces slide along the one that shears more easily.
inline double pairFriction(double a, double b) { return std::min(a, b); }

/// Restitution: each holds half of the energy of the impact and gives back the square of its own of it.
inline double pairRestitution(double a, double b) { return a == b ? a : std::sqrt(0.5 * (a * a + b * b)); }

}  // namespace talus::environment
