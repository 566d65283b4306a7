#pragma once
#include <map>
#include <string>
#include <utility>

#include "talus/couple/granular/scene.h"

/// What a scene leaves to its materials: contacts, and how stiff they are.
namespace talus::couple::granular {

/// Two material names, in alphabetical order.
using Pair = std::pair<std::string, std::string>;
Pair ordered(std::string a, std::string b);

/// The pairs of materials that can meet, each with what makes it meet. Names may be of no material.
std::map<Pair, std::string> meetingPairs(const Scene& scene);

/// Adds a [[contact]] for each pair that can meet and has none, where both materials have the numbers that it
/// follows from (grains/materials/from_materials.h); and gives liquid bridges of others the volume that their
/// table leaves to the materials.
/// @pre the sizes of all grains passed their check
void makeContacts(Scene& scene);

/// Gives contacts whose stiffness is "auto" the softest one that bears what the scene does to them
/// (grains/materials/softest_stiffness.h), and shear and rolling springs that are left open (from_stiffness)
/// in proportion to the normal one.
/// @pre all checks but those of feasibility found nothing
void chooseStiffness(Scene& scene);

}  // namespace talus::couple::granular
