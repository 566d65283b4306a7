#pragma once
#include <cstdint>
#include <vector>

#include "talus/solids/fields.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Numbers that a wall has for its parts: the sides of a box, and what is of triangles.
constexpr std::uint32_t parts_of_wall = 16;
/// The number of rigid ground.
constexpr std::uint32_t ground_id = ~0U;

/// A point of a contact, and the force there in the last step. The solver starts from it ("warm start"), so
/// that stacks do not creep. It is state: a resumed run starts from the same.
struct HeldContact {
    std::uint32_t first = 0, second = 0;  ///< numbers of the two things (ContactObject::id)
    Vec3d point;                          ///< in the frame of the first [m]
    double force = 0;                     ///< along the normal [N]
    Vec3d friction;                       ///< along the surface, on the first [N]
};

/// The rows of the table of contacts.
inline std::vector<HeldContact> heldContacts(const state::Table& table) {
    std::vector<HeldContact> held(table.size());
    const auto first = table.read(fields::contact_first), second = table.read(fields::contact_second);
    const auto point = table.read(fields::contact_point), friction = table.read(fields::contact_friction);
    const auto force = table.read(fields::contact_force);
    for (std::size_t k = 0; k < held.size(); ++k)
        held[k] = {first[k], second[k], point[k], force[k], friction[k]};
    return held;
}

/// Replaces the rows of the table of contacts.
inline void setHeldContacts(const std::vector<HeldContact>& held, state::Table& table) {
    table.resize(held.size());
    const auto first = table.write(fields::contact_first), second = table.write(fields::contact_second);
    const auto point = table.write(fields::contact_point), friction = table.write(fields::contact_friction);
    const auto force = table.write(fields::contact_force);
    for (std::size_t k = 0; k < held.size(); ++k) {
        first[k] = held[k].first;
        second[k] = held[k].second;
        point[k] = held[k].point;
        force[k] = held[k].force;
        friction[k] = held[k].friction;
    }
}

}  // namespace talus::solids
