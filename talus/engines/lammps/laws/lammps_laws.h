#pragma once
#include <optional>
#include <set>
#include <string>

#include "talus/engines/lammps/lammps_model.h"
#include "talus/engines/lammps/laws/law_forms.h"
#include "talus/environment/wall_faces.h"
#include "talus/grains/law/law.h"

namespace talus::engines {

/// Translates a contact law between grains to LAMMPS.
/// @param refused gets a phrase for each reason why LAMMPS would compute another force, with what to do. If
///        it gets any, the returned law must not be used
LammpsLaw lammpsLaw(const grains::LawConstants& law, const EffectiveContact& contact,
                    std::set<std::string>& refused);

/// Whether a face is curved in LAMMPS, whose effective radius then depends on the curvature. In Talus it does
/// not.
bool isCurved(const environment::WallFace& face);

/// Effective radius and mass of two grains. Fixed grains have infinite mass in LAMMPS, and nearly so in Talus
/// (hold_fixed.h). @param a, b radii [m]
EffectiveContact effectiveContact(const LammpsType& first, double a, const LammpsType& second, double b);
/// Effective radius and mass of a grain at a face. @param curvature_radius LammpsShape::curvature_radius of
/// the face [m]
/// @param a radius of the grain [m]
EffectiveContact effectiveWallContact(double curvature_radius, const LammpsType& type, double a);

/// Translates a contact law between grains and a wall to LAMMPS. Each time LAMMPS sets up a run anew, it
/// converts the restitution of `damping tsuji` at walls to a coefficient once more (fix_wall_gran.cpp,
/// init()). Insertions need such set-ups, so where emitters are active the dashpot is given with the grain's
/// mass instead.
/// @param pours emitters still have grains to insert
LammpsLaw lammpsWallLaw(const grains::LawConstants& law, const EffectiveContact& contact, bool pours,
                        std::set<std::string>& refused);

/// Whether the numbers of a law between grains depend on radii or masses in another way in LAMMPS than in
/// Talus.
bool needsRadius(const grains::LawConstants& law);
/// needsRadius() at a wall. @param curved the wall is not flat
bool needsRadiusAtWall(const grains::LawConstants& law, bool curved, bool pours);

}  // namespace talus::engines
