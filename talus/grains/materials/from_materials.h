#pragma once
#include <span>

#include "talus/environment/material.h"
#include "talus/grains/params.h"
#include "talus/settings/document.h"

namespace talus::grains {

/// Whether contacts can be derived from a material: it has friction and restitution.
inline bool hasContactNumbers(const environment::Material& material) {
    return material.friction && material.restitution;
}

/// Derives the contact of two materials from the properties of each. The law is linear: its restitution
/// depends on neither speed nor mass. The result is symmetric in the two. The rules are a model, chosen for
/// the reasons given:
///   friction          the smaller one: the surfaces slide along the one that shears more easily
///   restitution       e^2 = (e_1^2 + e_2^2) / 2: two equal springs in series each store half of the
///                     energy and return the share e_i^2 of it
///   rolling friction  the larger one: the shape of an angular grain resists its rolling
///   liquid            of the wetter one: it wets the other; divided among about six bridges per grain,
///                     each shared by two grains
/// The normal stiffness is chosen later (Contact::auto_stiffness); tangential and rolling stiffness follow
/// from it (from_stiffness).
/// @param radius of the smaller of the two kinds of grains [m], > 0; it gives the volume of a bridge
/// @pre hasContactNumbers() of both
Contact contactFrom(const environment::Material& a, const environment::Material& b, double radius);

/// Sets the initial values of a contact before its table is read: contactFrom() if both materials have
/// friction and restitution; else only friction or only restitution, if both materials have it. The keys of
/// the table then replace these values. The volume of a bridge stays `bridge_from_grains`, because the grains
/// are not known yet.
void startContact(Contact& contact, const settings::Entries& table,
                  std::span<const environment::Material> materials);

/// Placeholder for Contact::bridge_volume until makeContacts() of load/follow_materials.h sets it.
inline constexpr double bridge_from_grains = -1;

/// Volume of a liquid bridge between grains of two materials [m^3]; the default of Contact if they are dry.
/// @param radius as in contactFrom(); 0 if there are no grains: then the result is the default of Contact
double bridgeVolume(const environment::Material& a, const environment::Material& b, double radius);

}  // namespace talus::grains
