#pragma once
#include <string_view>
#include <vector>

#include "talus/grains/params.h"
#include "talus/settings/parameter.h"

// The settings of a contact that belong to its law. Each law lists its own; what several of them have in the
// same unit and meaning stands here once, and becomes one row of the scene format.
namespace talus::grains {

/// In which part of [[contact]] a key stands.
enum class KeyGroup { Stiffness, ShearSpring, Damping, Impact };

struct LawKey {
    KeyGroup group;
    settings::Parameter row;  ///< without a condition: it applies under this law
};

/// Restitutions nearer to 0 need damping that grows without end while the contact lasts ever longer, and a
/// step that is a share of that time no longer resolves the damping.
inline constexpr double min_restitution = 1e-3;

/// Stands for the stiffness of a shear or rolling spring that a scene leaves out, until it is made to follow
/// from the normal stiffness. A scene that was read has none of these.
inline constexpr double from_stiffness = -1;

/// A row whose number may be left out, or said to be "auto", for from_stiffness.
inline settings::Parameter followsStiffness(double Contact::*member, settings::Parameter row) {
    row.absent = "auto";
    row = settings::parameter(member, std::move(row));
    row.get = [member](const void* object) -> settings::Value {
        const double value = static_cast<const Contact*>(object)->*member;
        return value == from_stiffness ? settings::Value() : settings::Value(value);
    };
    row.set = [member](void* object, const settings::Value& value) {
        const double* given = std::get_if<double>(&value);
        static_cast<Contact*>(object)->*member = given ? *given : from_stiffness;
    };
    return row;
}

namespace law_keys {

inline LawKey stiffness(std::string_view unit, std::string_view doc) {
    LawKey key{
        KeyGroup::Stiffness,
        settings::parameter(
            &Contact::stiffness,
            {.key = "stiffness", .unit = unit, .range = settings::above(0), .absent = "auto", .doc = doc})};
    // "auto" is not a value but a wish, which is gone once it is fulfilled (softest.h).
    key.row.get = [](const void* object) -> settings::Value {
        const auto& contact = *static_cast<const Contact*>(object);
        return contact.auto_stiffness ? settings::Value() : settings::Value(contact.stiffness);
    };
    key.row.set = [](void* object, const settings::Value& value) {
        auto& contact = *static_cast<Contact*>(object);
        const double* given = std::get_if<double>(&value);
        contact.auto_stiffness = given == nullptr;
        if (given) contact.stiffness = *given;
    };
    return key;
}

inline LawKey shearStiffness() {
    return {KeyGroup::ShearSpring,
            followsStiffness(&Contact::shear_stiffness,
                             {.key = "shear_stiffness",
                              .unit = "N/m",
                              .range = settings::atLeast(0),
                              .doc = "Stiffness of the tangential spring. \"auto\": 2/7 of the normal "
                                     "stiffness (of force over overlap in the hardest impact, where that "
                                     "changes with the overlap), so that both springs have one period."})};
}

inline LawKey normalDamping(std::string_view unit, std::string_view doc) {
    return {KeyGroup::Damping,
            settings::parameter(
                &Contact::normal_damping,
                {.key = "normal_damping", .unit = unit, .range = settings::atLeast(0), .doc = doc})};
}
inline LawKey shearDamping(std::string_view unit, std::string_view doc) {
    return {KeyGroup::Damping,
            settings::parameter(
                &Contact::shear_damping,
                {.key = "shear_damping", .unit = unit, .range = settings::atLeast(0), .doc = doc})};
}

inline LawKey normalDampingByMass() {
    return normalDamping("1/s",
                         "gamma_n: the viscous normal force is gamma_n times effective mass times normal "
                         "velocity.");
}
inline LawKey shearDampingByMass() {
    return shearDamping("1/s", "gamma_s: as normal_damping, along the surfaces.");
}
inline LawKey constantNormalDamping() {
    return normalDamping("N s/m",
                         "Damping force over normal velocity; bell-linear: where contact_time is \"none\".");
}
inline LawKey constantShearDamping() {
    return shearDamping("N s/m", "k_t: viscous shear force over shear velocity, up to the friction limit.");
}

inline LawKey shearDashpot() {
    return {
        KeyGroup::Damping,
        settings::parameter(
            &Contact::shear_dashpot,
            {.key = "shear_dashpot",
             .doc = "Whether the tangential spring has a dashpot, of the same damping ratio as the normal "
                    "one."})};
}

inline LawKey restitution() {
    return {KeyGroup::Impact,
            settings::parameter(
                &Contact::restitution,
                {.key = "restitution",
                 .range = settings::between(min_restitution, 1),
                 .doc = "Speed after a head-on impact over speed before it (bell, bell-linear: where "
                        "contact_time is given, at impact_speed)."})};
}
inline LawKey contactTime() {
    return {KeyGroup::Impact,
            settings::parameter(
                &Contact::contact_time,
                {.key = "contact_time",
                 .unit = "s",
                 .range = settings::above(0),
                 .absent = "none",
                 .doc = "Time that an impact at impact_speed lasts. Stiffness and damping of every pair of "
                        "grains then follow from it and the restitution; \"none\": they are given."})};
}
inline LawKey impactSpeed() {
    return {KeyGroup::Impact, settings::parameter(&Contact::impact_speed,
                                                  {.key = "impact_speed",
                                                   .unit = "m/s",
                                                   .range = settings::above(0),
                                                   .doc = "Speed of the impact that contact_time is for."})};
}

}  // namespace law_keys
}  // namespace talus::grains
