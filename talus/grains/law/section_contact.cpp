#include "talus/grains/law/law_settings.h"
#include "talus/grains/law/laws.h"
#include "talus/grains/sections.h"

namespace talus::grains {

using namespace settings;
namespace {

/// A contact needs two names in one key.
Parameter betweenRow() {
    Parameter row{
        .key = "between",
        .required = true,
        .refers_to = "material",
        .length = 2,
        .doc = "The two materials (the same twice for grains of one material); the order does not count."};
    row.kind = Kind::TextList;
    row.get = [](const void* object) -> Value {
        const auto& contact = *static_cast<const Contact*>(object);
        return std::vector<std::string>{contact.first, contact.second};
    };
    row.set = [](void* object, const Value& value) {
        const auto& names = std::get<std::vector<std::string>>(value);
        static_cast<Contact*>(object)->first = names[0];
        static_cast<Contact*>(object)->second = names[1];
    };
    return row;
}

/// What no law has of its own.
std::vector<Parameter> rowsOfEveryLaw() {
    const Condition rolls{"rolling", {"constant", "spring"}}, rolling_spring{"rolling", {"spring"}};
    const Condition pulls{"cohesion", {"constant"}}, sticks{"cohesion", {"dmt", "jkr"}},
        wet{"cohesion", {"capillary"}};
    return {
        parameter(
            &Contact::friction,
            {.key = "friction", .range = atLeast(0), .doc = "Coulomb coefficient mu of sliding friction."}),
        choice(
            &Contact::cap, Words<Cap>{{"spring", Cap::Spring}, {"total", Cap::Total}},
            {.key = "cap",
             .doc = "What the limit mu times normal force holds: the tangential spring alone, or spring and "
                    "dashpot together."}),
        parameter(
            &Contact::adhesionless,
            {.key = "adhesionless",
             .doc =
                 "Whether repulsion and its damping never add up to a pull while grains part. What cohesion "
                 "pulls comes beside that."}),
        choice(
            &Contact::rolling,
            Words<Rolling>{
                {"none", Rolling::None}, {"constant", Rolling::Constant}, {"spring", Rolling::Spring}},
            {.key = "rolling",
             .doc =
                 "Resistance to rolling: \"constant\" (a constant moment against the motion) or \"spring\" "
                 "(elastic-plastic spring and dashpot, which also holds grains at rest)."}),
        parameter(&Contact::rolling_friction,
                  {.key = "rolling_friction",
                   .range = atLeast(0),
                   .when = rolls,
                   .doc = "mu_r: largest rolling moment over normal force and effective radius."}),
        parameter(&Contact::twisting_friction,
                  {.key = "twisting_friction",
                   .range = atLeast(0),
                   .when = rolls,
                   .doc = "mu_tw: likewise about the line between the centres."}),
        followsStiffness(&Contact::rolling_stiffness,
                         {.key = "rolling_stiffness",
                          .unit = "N/m",
                          .range = above(0),
                          .when = rolling_spring,
                          .doc = "k_r: the moment is k_r times effective radius squared times angle. "
                                 "\"auto\": as shear_stiffness = \"auto\"."}),
        parameter(&Contact::rolling_damping, {.key = "rolling_damping",
                                              .range = atLeast(0),
                                              .when = rolling_spring,
                                              .doc = "Damping of that spring over its critical damping."}),
        choice(&Contact::cohesion,
               Words<Cohesion>{{"none", Cohesion::None},
                               {"constant", Cohesion::Constant},
                               {"dmt", Cohesion::Dmt},
                               {"jkr", Cohesion::Jkr},
                               {"capillary", Cohesion::Capillary}},
               {.key = "cohesion",
                .doc = "What holds grains together: \"constant\" (a force over a range), \"dmt\" (surface "
                       "energy of "
                       "stiff grains), \"jkr\" (of soft ones, for hertz-mindlin), \"capillary\" (liquid "
                       "bridges of moist sand)."}),
        parameter(
            &Contact::pull,
            {.key = "pull", .unit = "N", .range = atLeast(0), .when = pulls, .doc = "Force of attraction."}),
        parameter(&Contact::range, {.key = "range",
                                    .unit = "m",
                                    .range = atLeast(0),
                                    .when = pulls,
                                    .doc = "Gap up to which it acts; 0: only in contact."}),
        parameter(&Contact::surface_energy,
                  {.key = "surface_energy",
                   .unit = "J/m^2",
                   .range = atLeast(0),
                   .when = sticks,
                   .doc = "gamma: grains part at 4 pi gamma R_e (dmt) or 3 pi gamma R_e (jkr)."}),
        parameter(&Contact::surface_tension, {.key = "surface_tension",
                                              .unit = "N/m",
                                              .range = atLeast(0),
                                              .when = wet,
                                              .doc = "Surface tension of the liquid; water has 0.072."}),
        parameter(&Contact::wetting_angle, {.key = "wetting_angle",
                                            .unit = "rad",
                                            .range = between(0, 1.5707963),
                                            .when = wet,
                                            .doc = "Contact angle between liquid and grain."}),
        parameter(&Contact::bridge_volume,
                  {.key = "bridge_volume",
                   .unit = "m^3",
                   .range = above(0),
                   .when = wet,
                   .doc = "Liquid in each bridge; a bridge forms when grains touch and "
                          "breaks at a gap of (1 + angle/2) volume^(1/3)."})};
}

}  // namespace

Section contactSection(const std::vector<Parameter>& of_laws) {
    std::vector<Parameter> rows{betweenRow()}, of_every = rowsOfEveryLaw();
    rows.insert(rows.end(), of_laws.begin(), of_laws.end());
    rows.insert(rows.end(), of_every.begin(), of_every.end());
    Section section =
        many("contact", max_contacts, &Part::contacts,
             "How two materials touch. Where both have friction and restitution (like = \"dry sand\" brings "
             "them), "
             "a pair that can meet and has no such table gets one that follows from them: law = \"linear\", "
             "stiffness = \"auto\"; and so does each key that a table leaves out. The defaults here are "
             "those of other "
             "pairs. With stiffness = \"auto\" it is as soft as the loads and speeds of the scene allow.",
             std::move(rows));
    Contact unread;
    unread.shear_stiffness = unread.rolling_stiffness = from_stiffness;
    section.defaults = std::make_shared<const Contact>(unread);
    return section;
}

Section contactSection() { return contactSection(lawParameters<BuiltInLaws>()); }

}  // namespace talus::grains
