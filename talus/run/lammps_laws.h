#pragma once
#include <optional>
#include <set>
#include <string>

#include "talus/grains/law.h"
#include "talus/run/lammps_model.h"

namespace talus::run {

/// What two touching bodies are to a law; zeros where the law needs none of it (needsRadius()).
struct Touching {
    double our_radius = 0;    ///< effective radius as Talus takes it [m]
    double their_radius = 0;  ///< as LAMMPS does: it knows the radius of curved walls, which Talus leaves out
    double mass = 0;          ///< effective mass [kg]
};

/// A law of ours in LAMMPS' terms.
/// @param refused gets a phrase for each reason why LAMMPS would compute another force, with what to do; the
///        law that is returned must then not be used
LammpsLaw lammpsLaw(const grains::LawConstants& law, const Touching& touching,
                    std::set<std::string>& refused);

/// Whether LAMMPS' numbers depend on radii or masses on which ours do not depend in the same way.
/// @param curved at a wall that is not flat
bool needsRadius(const grains::LawConstants& law, bool curved);

}  // namespace talus::run
