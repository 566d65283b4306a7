#include "talus/grains/law/law_settings.h"
#include "talus/grains/law/laws.h"
#include "talus/grains/sections.h"

namespace talus::grains {

using namespace settings;
namespace {

/// The key `between`, which has two material names.
Parameter betweenRow() {
    Parameter row{.key = "between",
                  .required = true,
                  .refers_to = "material",
                  .length = 2,
                  .doc = "The two materials, in any order. For contacts within one material, name it twice."};
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

/// The keys that apply to all laws.
std::vector<Parameter> rowsOfEveryLaw() {
    const Condition rolls{"rolling", {"constant", "spring"}}, rolling_spring{"rolling", {"spring"}};
    const Condition pulls{"cohesion", {"constant"}}, sticks{"cohesion", {"dmt", "jkr"}},
        wet{"cohesion", {"capillary"}};
    return {
        parameter(
            &Contact::friction,
            {.key = "friction", .range = atLeast(0), .doc = "Coulomb coefficient mu of sliding friction."}),
        choice(&Contact::cap, Words<Cap>{{"spring", Cap::Spring}, {"total", Cap::Total}},
               {.key = "cap",
                .doc = "What the limit mu times normal force applies to: the tangential spring alone "
                       "(\"spring\"), or the sum of spring and dashpot (\"total\")."}),
        parameter(&Contact::adhesionless,
                  {.key = "adhesionless",
                   .doc = "Whether the sum of repulsion and damping is never attractive while grains "
                          "separate. Cohesion is added to that sum."}),
        choice(
            &Contact::rolling,
            Words<Rolling>{
                {"none", Rolling::None}, {"constant", Rolling::Constant}, {"spring", Rolling::Spring}},
            {.key = "rolling",
             .doc =
                 "Resistance to rolling: \"none\", \"constant\" (a constant moment opposite to the rotation) "
                 "or \"spring\" (elastic-plastic spring and dashpot, which also keeps grains at rest)."}),
        parameter(&Contact::rolling_friction,
                  {.key = "rolling_friction",
                   .range = atLeast(0),
                   .when = rolls,
                   .doc = "mu_r: maximum rolling moment, divided by normal force and effective radius."}),
        parameter(&Contact::twisting_friction,
                  {.key = "twisting_friction",
                   .range = atLeast(0),
                   .when = rolls,
                   .doc = "mu_tw: maximum twisting moment about the contact normal, divided by normal force "
                          "and effective radius."}),
        followsStiffness(&Contact::rolling_stiffness,
                         {.key = "rolling_stiffness",
                          .unit = "N/m",
                          .range = above(0),
                          .when = rolling_spring,
                          .doc = "k_r: the moment is k_r times effective radius squared times angle. "
                                 "\"auto\": as shear_stiffness = \"auto\"."}),
        parameter(&Contact::rolling_damping,
                  {.key = "rolling_damping",
                   .range = atLeast(0),
                   .when = rolling_spring,
                   .doc = "Damping of the rolling spring over its critical damping."}),
        choice(&Contact::cohesion,
               Words<Cohesion>{{"none", Cohesion::None},
                               {"constant", Cohesion::Constant},
                               {"dmt", Cohesion::Dmt},
                               {"jkr", Cohesion::Jkr},
                               {"capillary", Cohesion::Capillary}},
               {.key = "cohesion",
                .doc = "Attraction between grains: \"none\", \"constant\" (a constant force over a range), "
                       "\"dmt\" (surface energy of stiff grains), \"jkr\" (surface energy of soft grains, "
                       "for hertz-mindlin), \"capillary\" (liquid bridges of moist sand)."}),
        parameter(
            &Contact::pull,
            {.key = "pull", .unit = "N", .range = atLeast(0), .when = pulls, .doc = "Force of attraction."}),
        parameter(&Contact::range, {.key = "range",
                                    .unit = "m",
                                    .range = atLeast(0),
                                    .when = pulls,
                                    .doc = "Gap up to which the attraction acts; 0: only in contact."}),
        parameter(&Contact::surface_energy,
                  {.key = "surface_energy",
                   .unit = "J/m^2",
                   .range = atLeast(0),
                   .when = sticks,
                   .doc = "gamma: the pull-off force is 4 pi gamma R_e (dmt) or 3 pi gamma R_e (jkr)."}),
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
                   .doc = "Volume of liquid in each bridge. A bridge forms when grains touch and breaks at a "
                          "gap of (1 + wetting_angle/2) bridge_volume^(1/3)."})};
}

}  // namespace

Section contactSection(const std::vector<Parameter>& of_laws) {
    std::vector<Parameter> rows{betweenRow()}, of_every = rowsOfEveryLaw();
    rows.insert(rows.end(), of_laws.begin(), of_laws.end());
    rows.insert(rows.end(), of_every.begin(), of_every.end());
    Section section = many(
        "contact", max_contacts, &Part::contacts,
        "The contact between two materials. If both materials have friction and restitution (like = \"dry "
        "sand\" sets them), a pair that can come into contact and has no such table gets one that follows "
        "from the materials, with law = \"linear\" and stiffness = \"auto\". Keys that a table omits follow "
        "from the materials in the same way. The defaults listed here are for other pairs. stiffness = "
        "\"auto\" chooses the lowest stiffness that the loads and speeds of the scene allow.",
        std::move(rows));
    Contact unread;
    unread.shear_stiffness = unread.rolling_stiffness = from_stiffness;
    section.defaults = std::make_shared<const Contact>(unread);
    return section;
}

Section contactSection() { return contactSection(lawParameters<BuiltInLaws>()); }

}  // namespace talus::grains
