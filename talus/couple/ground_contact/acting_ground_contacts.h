#pragma once
#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/method/shown/contacts.h"

namespace talus::couple {

/// The grains that act on the ground now. Forces are those of the contact laws at the present positions,
/// velocities and springs; a grain that was put back on its path in the last step (CollideGround) may have
/// had another force. @pre the contact laws are those of Talus
std::vector<method::Contact> actingGroundContacts(const exec::Exec& exec, const state::World& world,
                                                  const CollideGround& stage);

}  // namespace talus::couple
