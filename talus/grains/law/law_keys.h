#pragma once
#include <string_view>
#include <vector>

#include "talus/grains/params.h"
#include "talus/settings/parameter.h"

// The settings of a contact that belong to its law. Each law lists its own. Settings that several laws have
// with the same unit and meaning are defined here once, and are one key of the scene format.
namespace talus::grains {

/// Groups of the keys of [[contact]], in the order of the documentation.
enum class KeyGroup { Stiffness, ShearSpring, Damping, Impact };

struct LawKey {
    KeyGroup group;
    settings::Parameter row;  ///< without a condition on the law; lawParameters() adds it
};

/// Minimum restitution. Towards 0 the damping and the duration of the contact grow without bound, and a time
/// step that is a fraction of that duration no longer resolves the damping.
inline constexpr double min_restitution = 1e-3;

/// Placeholder for the stiffness of a tangential or rolling spring that a scene omits. It is replaced by a
/// value that follows from the normal stiffness before the reading of a scene ends.
inline constexpr double from_stiffness = -1;

/// A setting whose value may be omitted or "auto", which stands for from_stiffness.
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
    // "auto" is replaced by a value when the scene is read (softest_stiffness.h).
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
    return {
        KeyGroup::ShearSpring,
        followsStiffness(&Contact::shear_stiffness,
                         {.key = "shear_stiffness",
                          .unit = "N/m",
                          .range = settings::atLeast(0),
                          .doc = "Stiffness of the tangential spring. \"auto\": 2/7 of the normal stiffness, "
                                 "so that both springs have the same period. Where the normal stiffness "
                                 "depends on the overlap, it is force over overlap in the hardest impact."})};
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
    return shearDamping(
        "1/s",
        "gamma_s: the viscous tangential force is gamma_s times effective mass times tangential velocity.");
}
inline LawKey constantNormalDamping() {
    return normalDamping("N s/m",
                         "Damping force over normal velocity; bell-linear: where contact_time is \"none\".");
}
inline LawKey constantShearDamping() {
    return shearDamping("N s/m",
                        "k_t: viscous tangential force over tangential velocity, up to the friction limit.");
}

inline LawKey shearDashpot() {
    return {
        KeyGroup::Damping,
        settings::parameter(
            &Contact::shear_dashpot,
            {.key = "shear_dashpot",
             .doc =
                 "Whether the tangential spring has a dashpot, with the damping ratio of the normal one."})};
}

inline LawKey restitution() {
    return {
        KeyGroup::Impact,
        settings::parameter(&Contact::restitution,
                            {.key = "restitution",
                             .range = settings::between(min_restitution, 1),
                             .doc = "Speed after a head-on impact over speed before it (bell, bell-linear: "
                                    "at impact_speed, and only where contact_time is given)."})};
}
inline LawKey contactTime() {
    return {
        KeyGroup::Impact,
        settings::parameter(
            &Contact::contact_time,
            {.key = "contact_time",
             .unit = "s",
             .range = settings::above(0),
             .absent = "none",
             .doc =
                 "Duration of an impact at impact_speed. Stiffness and damping of every pair of grains then "
                 "follow from it and from the restitution. \"none\": stiffness and damping are given."})};
}
inline LawKey impactSpeed() {
    return {KeyGroup::Impact,
            settings::parameter(&Contact::impact_speed,
                                {.key = "impact_speed",
                                 .unit = "m/s",
                                 .range = settings::above(0),
                                 .doc = "Speed of the impact that has the duration contact_time."})};
}

}  // namespace law_keys
}  // namespace talus::grains
