#pragma once
#include <optional>
#include <set>
#include <string>

#include "talus/engines/lammps/lammps_model.h"
#include "talus/engines/lammps/laws/law_forms.h"
#include "talus/environment/wall_faces.h"
#include "talus/grains/law/law.h"

namespace talus::engines {

/// A law of ours in LAMMPS' terms.
/// @param refused gets a phrase for each reason why LAMMPS would compute another force, with what to do; the
///        law that is returned must then not be used
LammpsLaw lammpsLaw(const grains::LawConstants& law, const Touching& touching,
                    std::set<std::string>& refused);

/// Whether LAMMPS takes the curvature of a face into its effective radius, as Talus does not.
bool isCurved(const environment::WallFace& face);

/// What the types of two grains are to a law. What is held weighs infinitely much in LAMMPS, and nearly so in
/// Talus (hold_fixed.h). @param a, b radii [m]
Touching touchingOf(const LammpsType& first, double a, const LammpsType& second, double b);
/// A grain of a type, of radius `a`, at a face that LAMMPS takes to bend by `bend` (lammps_shape.h).
Touching touchingAt(double bend, const LammpsType& type, double a);

/// The same at a wall. Each time that LAMMPS sets up a run anew it turns the restitution of `damping tsuji`
/// at walls into a coefficient once more (fix_wall_gran.cpp, init()), so where spouts pour, which takes such
/// runs, the dashpot is given by the grain's mass instead.
/// @param pours spouts still do
LammpsLaw lammpsWallLaw(const grains::LawConstants& law, const Touching& touching, bool pours,
                        std::set<std::string>& refused);

/// Whether LAMMPS' numbers depend on radii or masses on which ours do not depend in the same way: between
/// grains, and at a wall. @param curved it is not flat
bool needsRadius(const grains::LawConstants& law);
bool needsRadiusAtWall(const grains::LawConstants& law, bool curved, bool pours);

}  // namespace talus::engines
