#pragma once
#include <optional>
#include <set>
#include <string>

#include "talus/grains/law.h"
#include "talus/run/lammps_model.h"

namespace talus::run {

/// The effective radius of a contact [m], as Talus takes it and as LAMMPS does; 0 where the law needs none.
/// They differ at curved walls, whose radius Talus leaves out.
struct EffectiveRadius {
    double ours = 0;
    double theirs = 0;
};

/// A law of ours in LAMMPS' terms.
/// @param missing gets a phrase for each property that LAMMPS lacks
LammpsLaw lammpsLaw(const grains::LawConstants& law, EffectiveRadius radius, std::set<std::string>& missing);

/// Whether LAMMPS' stiffness depends on a radius on which ours does not depend in the same way.
/// @param curved at a wall that is not flat
bool needsRadius(const grains::LawConstants& law, bool curved);

}  // namespace talus::run
