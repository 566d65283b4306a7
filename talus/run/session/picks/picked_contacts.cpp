#include "talus/run/session/picks/picked_contacts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/shown/contacts.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/run/picture/look/look.h"
#include "talus/run/session/picks/pick_wall.h"

namespace talus::run {
namespace {

using method::Contact;
using method::Touched;

constexpr const char *grains_set = "grains", *ground_set = "ground", *bodies_set = "bodies";

/// What a grain touches, as a pick at the point of contact.
Pick partnerOf(const scene::Scene& scene, const Contact& contact) {
    switch (contact.touched) {
        case Touched::Grain: return {grains_set, contact.other, contact.to, 0};
        case Touched::Wall: return pickOf(scene, contact.other, contact.to);
        case Touched::Ground: break;
    }
    return {ground_set, contact.other, contact.to, 0};
}

bool isSame(const Pick& a, const Pick& b) { return a.set == b.set && a.row == b.row; }

std::string nameOf(const scene::Scene& scene, const state::PointsView& grains, const Pick& pick) {
    if (pick.set == ground_set) return ground_set;
    if (pick.set == picked_wall) return scene.environment.walls[pick.row].name;
    if (pick.set == bodies_set) {
        std::size_t body = pick.row;
        for (const environment::Wall& wall : scene.environment.walls)
            if (wall.follows && body-- == 0) return wall.name;
    }
    const state::ArrayView* id = grains.find("id");
    return id != nullptr && pick.row < grains.count ? fmt::format("grain {:.0f}", id->value(pick.row))
                                                    : fmt::format("grain in row {}", pick.row);
}

PickedContact described(const Contact& contact, std::string with, Pick partner) {
    const Vec3d apart = contact.from - contact.to;
    const Vec3d normal = length(apart) > 0 ? normalized(apart) : Vec3d{};
    const double normal_force = dot(contact.force, normal);
    return {std::move(with), std::move(partner), normal_force, length(contact.force - normal * normal_force),
            contact.overlap};
}

}  // namespace

Result<std::vector<PickedContact>> contactsOf(const scene::Scene& scene, const Frame& frame,
                                              const Pick& pick) {
    const auto* grains = frame.find<state::PointsView>(grains_set);
    const bool may_touch =
        pick.set == grains_set || pick.set == bodies_set || pick.set == ground_set || pick.set == picked_wall;
    if (!may_touch)
        return Error{ErrorKind::Input,
                     fmt::format("{} has no contacts: contacts are those of grains with grains, walls, "
                                 "bodies and ground",
                                 pick.set)};
    if (grains == nullptr) return Error{ErrorKind::Input, "the scene has no grains, and so no contacts"};
    const auto* lines = frame.find<state::MeshView>(method::contacts_set);
    if (lines == nullptr) return noContacts();
    const auto contacts = method::contactsIn(*lines);
    if (!contacts) return contacts.error();
    std::vector<PickedContact> found;
    for (const Contact& contact : *contacts) {
        if (contact.row >= grains->count ||
            (contact.touched == Touched::Wall && contact.other >= scene.environment.walls.size()))
            return Error{ErrorKind::Input, "the frame's contacts are not those of its grains and walls"};
        const Pick grain{grains_set, contact.row, contact.from, 0}, other = partnerOf(scene, contact);
        for (const auto& [mine, partner] : {std::pair(&grain, &other), std::pair(&other, &grain)})
            if (isSame(pick, *mine))
                found.push_back(described(contact, nameOf(scene, *grains, *partner), *partner));
    }
    std::stable_sort(found.begin(), found.end(), [](const PickedContact& a, const PickedContact& b) {
        return std::hypot(a.normal_force, a.tangential_force) >
               std::hypot(b.normal_force, b.tangential_force);
    });
    return found;
}

}  // namespace talus::run
