#pragma once
#include <limits>
#include <span>
#include <vector>

#include "talus/solids/contact/contact_object.h"
#include "talus/solids/contact/held_contact.h"

namespace talus::solids {

/// The numbers of a step that contacts need.
struct ContactStep {
    double unit = 1;     ///< of Bullet [m]
    double dt = 0;       ///< [s]
    double bounces = 0;  ///< approach from which a contact bounces [units/s]
    btVector3 gained{};  ///< velocity that gravity has added to free bodies in this step [units/s]
    /// Largest force from which a contact starts [N]. Something that is moved through what joints hold would
    /// add to it in each step without end.
    double most_held = std::numeric_limits<double>::infinity();
};

/// Gives the points of a contact their friction and restitution, and the forces of the last step to start
/// from.
/// @param held sorted by the objects
void prepare(btPersistentManifold& contact, std::span<const ContactObject> objects,
             const std::vector<HeldContact>& held, const ContactStep& step);

/// Appends the points of a contact with their forces in this step.
void hold(const btPersistentManifold& contact, std::span<const ContactObject> objects,
          const ContactStep& step, std::vector<HeldContact>& held);

/// The force of a contact on the first of its two things in this step [N].
Vec3d forceOnFirst(const btPersistentManifold& contact, const ContactStep& step);

/// Sorts the points by their objects, as prepare() expects them; those of a pair keep their order.
void sortHeld(std::vector<HeldContact>& held);

}  // namespace talus::solids
