#pragma once
#include <optional>
#include <set>
#include <string>

#include "talus/grains/law/law.h"
#include "talus/run/lammps/lammps_model.h"

namespace talus::run {

using Touching = grains::LammpsTouch;

/// A law of ours in LAMMPS' terms.
/// @param refused gets a phrase for each reason why LAMMPS would compute another force, with what to do; the
///        law that is returned must then not be used
LammpsLaw lammpsLaw(const grains::LawConstants& law, const Touching& touching,
                    std::set<std::string>& refused);

/// Whether LAMMPS' numbers depend on radii or masses on which ours do not depend in the same way.
/// @param curved at a wall that is not flat
bool needsRadius(const grains::LawConstants& law, bool curved);

}  // namespace talus::run
