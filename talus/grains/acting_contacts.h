#pragma once
#include "talus/grains/pipeline.h"
#include "talus/method/shown/contacts.h"

namespace talus::grains {

/// The pairs of grains that act on each other now, then the grains that act on walls. Forces are those of the
/// present positions, velocities and springs. Error (Input) where the contact laws are not those of Talus.
Result<std::vector<method::Contact>> actingContacts(const state::World& world, const Setup& setup);

}  // namespace talus::grains
