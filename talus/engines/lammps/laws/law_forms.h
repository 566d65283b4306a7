#pragma once
#include <string_view>

#include "talus/engines/lammps/laws/lammps_law.h"
#include "talus/grains/law/law.h"

namespace talus::engines {

/// What two bodies in contact are to a law; zeros where the law needs none of it (LammpsNeeds).
struct Touching {
    double our_radius = 0;    ///< effective radius as Talus takes it [m]
    double their_radius = 0;  ///< as LAMMPS does: it knows the radius of curved walls, which Talus leaves out
    double mass = 0;          ///< effective mass [kg]
};

/// Where LAMMPS' numbers depend on radii on which ours do not depend in the same way.
enum class LammpsNeeds { NoRadius, RadiusOfCurvedWalls, Radius };

/// What a law says of its dashpots in LAMMPS' terms.
struct LammpsDashpots {
    double normal = 0;  ///< coefficient of the normal one, as the law has it; 0: undamped
    double scale = 1;  ///< LAMMPS' shear dashpot at shear_ratio = 1 over Talus' one at shear_damping = normal
};

/// A contact law of Talus in LAMMPS' terms (docs/theory/lammps.md derives each).
struct LawForm {
    std::string_view law;  ///< its name in scene files
    LammpsNeeds needs = LammpsNeeds::NoRadius;
    /// Sets what is the law's own; what all laws share is set by lammpsLaw().
    LammpsDashpots (*write)(const grains::LawConstants&, const Touching&, LammpsLaw&);
    /// Why LAMMPS would compute another force with these constants, and what to do; empty: it would not.
    std::string_view (*refuses)(const grains::LawConstants&) = nullptr;
};

/// Null where LAMMPS has no such law, and where a contact has no law.
const LawForm* formOf(const grains::LawConstants& law);

}  // namespace talus::engines
