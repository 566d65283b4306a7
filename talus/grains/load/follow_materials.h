#pragma once
#include <map>
#include <string>
#include <utility>

#include "talus/grains/expected.h"
#include "talus/grains/scene.h"
#include "talus/method/scene.h"

/// Contacts, and their stiffness, that follow from the materials of a scene.
namespace talus::grains {

/// Two material names, in alphabetical order.
using Pair = std::pair<std::string, std::string>;
Pair ordered(std::string a, std::string b);

/// The pairs of materials that can touch, each with the reason. Names need not be those of a material.
std::map<Pair, std::string> meetingPairs(const method::Scene& scene);

/// Adds a [[contact]] for each pair that can touch and has none, if both materials have friction and
/// restitution (grains/materials/from_materials.h). Also sets the volume of liquid bridges in contacts that
/// leave it to the materials.
/// @pre the sizes of all grains passed their check
void makeContacts(method::Scene& scene);

/// Whether the scene leaves stiffness for chooseStiffness().
bool leavesStiffnessOpen(const method::Scene& scene);

/// Sets the stiffness of contacts where it is "auto": the softest one that bears the loads and impacts of the
/// scene (grains/materials/softest_stiffness.h). Sets shear and rolling springs that are not given
/// (from_stiffness) in proportion to the normal one. @pre all checks but those of feasibility passed
/// @param known of the scene with the stiffness that its contacts have so far
void chooseStiffness(method::Scene& scene, const Expected& known);

}  // namespace talus::grains
