#pragma once
#include <string_view>

#include "talus/engines/lammps/laws/lammps_law.h"
#include "talus/grains/law/law.h"

namespace talus::engines {

/// Effective radii and mass of two bodies in contact; zeros where the law needs none of them (LammpsNeeds).
struct EffectiveContact {
    double talus_radius = 0;   ///< effective radius in Talus, which ignores the curvature of walls [m]
    double lammps_radius = 0;  ///< effective radius in LAMMPS, with the curvature of walls [m]
    double mass = 0;           ///< effective mass [kg]
};

/// Where the numbers of a law depend on radii in another way in LAMMPS than in Talus.
enum class LammpsNeeds { NoRadius, RadiusOfCurvedWalls, Radius };

/// The dashpots of a law in LAMMPS' terms.
struct LammpsDashpots {
    double normal = 0;  ///< coefficient of the law's normal dashpot; 0: undamped
    /// LAMMPS' shear dashpot at shear_ratio = 1 over that of Talus at shear_damping = normal.
    double scale = 1;
};

/// How a contact law of Talus is translated to LAMMPS (docs/theory/lammps.md derives each).
struct LawForm {
    std::string_view law;  ///< its name in scene files
    LammpsNeeds needs = LammpsNeeds::NoRadius;
    /// Sets the coefficients specific to this law; lammpsLaw() sets those that all laws share.
    LammpsDashpots (*write)(const grains::LawConstants&, const EffectiveContact&, LammpsLaw&);
    /// Why LAMMPS would compute another force with these constants, and what to do; empty if it would not.
    std::string_view (*refuses)(const grains::LawConstants&) = nullptr;
};

/// The translation of a law; null where LAMMPS has no such law, and where a contact has no law.
const LawForm* formOf(const grains::LawConstants& law);

}  // namespace talus::engines
