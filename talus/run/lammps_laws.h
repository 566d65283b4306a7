#pragma once
#include <optional>
#include <set>
#include <string>

#include "talus/grains/law.h"
#include "talus/run/lammps_model.h"

namespace talus::run {

/// A law of ours for bodies of one effective radius.
/// @param radius R_e [m]
/// @param missing gets a phrase for each property that LAMMPS lacks
LammpsLaw lammpsLaw(const grains::LawConstants& law, double radius, std::set<std::string>& missing);

/// Whether LAMMPS' stiffness depends on the effective radius where ours does not.
bool needsRadius(const grains::LawConstants& law);

}  // namespace talus::run
