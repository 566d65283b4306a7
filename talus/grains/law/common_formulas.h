#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/grains/law/law.h"

// Formulas that several laws share. They are not used in the loops over contacts.
namespace talus::grains {

/// k_n of a pair; a part of it may be proportional to the effective mass.
inline double normalStiffness(const LawConstants& law, double m_e) {
    return law.stiffness + law.stiffness_per_kg * m_e;
}

/// Half a period of F = k d [s].
inline double linearTime(double m_e, double stiffness) {
    return std::numbers::pi * std::sqrt(m_e / stiffness);
}

/// Time of an impact on F = k d^(3/2) [s]: the duration 2.9432 (5/4)^(2/5) (m_e / (k sqrt(v)))^(2/5) of
/// Hertz' impact, where 2.9432 is 2 times the integral of 1 / sqrt(1 - x^(5/2)) from 0 to 1.
inline double hertzTime(double m_e, double stiffness, double speed) {
    return 3.2181 * std::pow(m_e / (stiffness * std::sqrt(speed)), 0.4);
}

/// Energy of a tangential spring whose history is a displacement [J].
inline double shearEnergy(const LawConstants& law, double history) {
    return 0.5 * law.shear_stiffness * history * history;
}

/// Energy of a normal spring F = k d and of the tangential spring [J].
inline double linearEnergy(const LawConstants& law, double overlap, double m_e, double history) {
    const double d = std::max(0.0, overlap);
    return 0.5 * normalStiffness(law, m_e) * d * d + shearEnergy(law, history);
}

/// Energy of a normal spring F = k d^(3/2) and of the tangential spring [J].
inline double hertzEnergy(const LawConstants& law, double overlap, double m_e, double history) {
    const double d = std::max(0.0, overlap);
    return 0.4 * normalStiffness(law, m_e) * d * d * std::sqrt(d) + shearEnergy(law, history);
}

}  // namespace talus::grains
