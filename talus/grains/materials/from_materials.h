#pragma once
#include <span>

#include "talus/environment/material.h"
#include "talus/grains/params.h"
#include "talus/settings/document.h"

namespace talus::grains {

/// Whether contacts can follow from a material: it has friction and restitution.
inline bool hasContactNumbers(const environment::Material& material) {
    return material.friction && material.restitution;
}

/// How two materials touch, from what each does with itself. Linear law, whose restitution depends on
/// neither speed nor mass; symmetric in the two. The rules are a model, chosen for the reasons given.
///   friction          the smaller one: the surfaces slide along the one that shears more easily
///   restitution       e^2 = (e_1^2 + e_2^2) / 2: two springs in series, equally stiff, each hold half of the
///                     energy and give back the share e_i^2 of it
///   rolling friction  the larger one: what keeps an angular grain from rolling is its own shape
///   liquid            of the one that carries more: it wets the other; shared out to some six bridges a
///                     grain, of which each end counts as a half
/// Its stiffness is left to be chosen (Contact::auto_stiffness), and springs to follow from it
/// (from_stiffness).
/// @param radius of the smaller of the two kinds of grains [m], > 0: what a bridge's volume follows from
/// @pre hasContactNumbers() of both
Contact contactFrom(const environment::Material& a, const environment::Material& b, double radius);

/// Makes a contact that is still to be read from its table what its two materials say: contactFrom() where
/// both have friction and restitution; else of these what both have. What the table says then replaces that.
/// The volume of a bridge is left open (`bridge_from_grains`): grains are not known yet.
void startContact(Contact& contact, const settings::Entries& table,
                  std::span<const environment::Material> materials);

/// Stands for Contact::bridge_volume until makeContacts() of couple/granular gives it.
inline constexpr double bridge_from_grains = -1;

/// Volume of a liquid bridge between grains of a pair of materials [m^3]; of dry ones Contact's default.
/// @param radius as of contactFrom(); 0 where there are no grains: Contact's default, too
double bridgeVolume(const environment::Material& a, const environment::Material& b, double radius);

}  // namespace talus::grains
