#include "talus/scene/sections.h"

namespace talus::scene {
namespace {

using grains::Contact;

/// Nearer to 0 the damping of a contact grows without end while it lasts ever longer, and a step that is a
/// share of that time no longer resolves the damping.
constexpr double least_restitution = 1e-3;

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

}  // namespace

Section contactSection() {
    const Condition lee_herrmann{"law", {"lee-herrmann"}}, linear{"law", {"linear", "hooke"}},
        bell{"law", {"bell"}}, damped_by_mass{"law", {"lee-herrmann", "hooke"}},
        bell_linear{"law", {"bell-linear"}}, hertz{"law", {"hertz-mindlin"}}, jones{"law", {"lennard-jones"}};
    const Condition of_restitution{"law", {"linear", "hertz-mindlin", "bell", "bell-linear"}},
        solved{"law", {"bell", "bell-linear"}}, derives_damping{"law", {"linear", "hertz-mindlin"}},
        with_shear_spring{"law", {"lee-herrmann", "linear", "hooke", "bell", "bell-linear", "lennard-jones"}};
    const Condition rolls{"rolling", {"constant", "spring"}}, rolling_spring{"rolling", {"spring"}};
    const Condition pulls{"cohesion", {"constant"}}, sticks{"cohesion", {"dmt", "jkr"}},
        wet{"cohesion", {"capillary"}};
    using grains::Cohesion;
    using grains::Law;
    using grains::Rolling;
    return many<Contact>(
        "contact", 4096, [](Scene & s) -> auto& { return s.grains.contacts; },
        "How two materials touch; each pair that can meet needs one.",
        {betweenRow(),
         choice(&Contact::law,
                Words<Law>{{"lee-herrmann", Law::LeeHerrmann},
                           {"linear", Law::Linear},
                           {"hooke", Law::Hooke},
                           {"hertz-mindlin", Law::HertzMindlin},
                           {"bell", Law::Bell},
                           {"bell-linear", Law::BellLinear},
                           {"lennard-jones", Law::LennardJones}},
                {.key = "law",
                 .doc = "Force law: \"lee-herrmann\" (overlap^1.5, viscous damping), \"linear\" (spring and "
                        "dashpot of a given restitution), \"hooke\" (the same spring with given damping, in "
                        "proportion to mass), \"hertz-mindlin\" (elastic spheres of a given "
                        "restitution), \"bell\" and \"bell-linear\" (viscous friction), \"lennard-jones\" "
                        "(repulsion and attraction across a gap)."}),
         parameter(&Contact::stiffness, {.key = "stiffness",
                                         .unit = "N/m^1.5",
                                         .range = above(0),
                                         .when = lee_herrmann,
                                         .doc = "Normal stiffness k_n: force over overlap^1.5."}),
         parameter(&Contact::stiffness,
                   {.key = "stiffness",
                    .unit = "N/m^1.5",
                    .range = above(0),
                    .when = bell,
                    .doc = "k_r: force over overlap^1.5, where contact_time is \"none\"."}),
         parameter(&Contact::stiffness, {.key = "stiffness",
                                         .unit = "N/m",
                                         .range = above(0),
                                         .when = linear,
                                         .doc = "Normal stiffness k_n: force over overlap."}),
         parameter(&Contact::stiffness, {.key = "stiffness",
                                         .unit = "N/m",
                                         .range = above(0),
                                         .when = bell_linear,
                                         .doc = "k_r: force over overlap, where contact_time is \"none\"."}),
         parameter(&Contact::young, {.key = "young",
                                     .unit = "Pa",
                                     .range = above(0),
                                     .when = hertz,
                                     .doc = "Young's modulus of the first material."}),
         parameter(&Contact::poisson, {.key = "poisson",
                                       .range = {.min = -1, .max = 0.5, .open_min = true},
                                       .when = hertz,
                                       .doc = "Poisson's ratio of the first material."}),
         parameter(&Contact::young_second,
                   {.key = "young_second",
                    .unit = "Pa",
                    .range = above(0),
                    .when = hertz,
                    .absent = "same",
                    .doc = "Young's modulus of the other material; \"same\": as the first."}),
         parameter(&Contact::poisson_second,
                   {.key = "poisson_second",
                    .range = {.min = -1, .max = 0.5, .open_min = true},
                    .when = hertz,
                    .absent = "same",
                    .doc = "Poisson's ratio of the other material; \"same\": as the first."}),
         parameter(&Contact::mindlin_factor,
                   {.key = "mindlin_factor",
                    .range = above(0),
                    .when = hertz,
                    .doc = "Tangential stiffness over that of Mindlin's theory: k_t is this times 8 G* times "
                           "the radius of the contact."}),
         parameter(&Contact::epsilon, {.key = "epsilon",
                                       .unit = "J",
                                       .range = above(0),
                                       .when = jones,
                                       .doc = "Depth of the potential's well."}),
         parameter(&Contact::sigma, {.key = "sigma",
                                     .unit = "m",
                                     .range = above(0),
                                     .when = jones,
                                     .doc = "Width of the well: grains rest at a gap of 0.122 sigma."}),
         parameter(&Contact::cutoff, {.key = "cutoff",
                                      .unit = "m",
                                      .range = above(0),
                                      .when = jones,
                                      .doc = "Gap at which the attraction ends; 1.5 to 3 sigma."}),
         parameter(&Contact::shear_stiffness, {.key = "shear_stiffness",
                                               .unit = "N/m",
                                               .range = atLeast(0),
                                               .when = with_shear_spring,
                                               .doc = "Stiffness of the tangential spring."}),
         parameter(&Contact::normal_damping,
                   {.key = "normal_damping",
                    .unit = "1/s",
                    .range = atLeast(0),
                    .when = damped_by_mass,
                    .doc = "gamma_n: the viscous normal force is gamma_n times effective mass "
                           "times normal velocity."}),
         parameter(&Contact::normal_damping,
                   {.key = "normal_damping",
                    .unit = "N s/m^1.5",
                    .range = atLeast(0),
                    .when = bell,
                    .doc = "k_d: the damping force is k_d times overlap^0.5 times normal velocity, where "
                           "contact_time is \"none\"."}),
         parameter(
             &Contact::normal_damping,
             {.key = "normal_damping",
              .unit = "N s/m",
              .range = atLeast(0),
              .when = {"law", {"bell-linear", "lennard-jones"}},
              .doc = "Damping force over normal velocity; bell-linear: where contact_time is \"none\"."}),
         parameter(&Contact::shear_damping, {.key = "shear_damping",
                                             .unit = "1/s",
                                             .range = atLeast(0),
                                             .when = damped_by_mass,
                                             .doc = "gamma_s: as normal_damping, along the surfaces."}),
         parameter(&Contact::shear_damping,
                   {.key = "shear_damping",
                    .unit = "N s/m",
                    .range = atLeast(0),
                    .when = {"law", {"bell", "bell-linear", "lennard-jones"}},
                    .doc = "k_t: viscous shear force over shear velocity, up to the friction limit."}),
         parameter(
             &Contact::shear_dashpot,
             {.key = "shear_dashpot",
              .when = derives_damping,
              .doc = "Whether the tangential spring has a dashpot, of the same damping ratio as the normal "
                     "one."}),
         parameter(&Contact::restitution,
                   {.key = "restitution",
                    .range = between(least_restitution, 1),
                    .when = of_restitution,
                    .doc = "Speed after a head-on impact over speed before it (bell, bell-linear: where "
                           "contact_time is given, at impact_speed)."}),
         parameter(
             &Contact::contact_time,
             {.key = "contact_time",
              .unit = "s",
              .range = above(0),
              .when = solved,
              .absent = "none",
              .doc = "Time that an impact at impact_speed lasts. Stiffness and damping of every pair of "
                     "grains then follow from it and the restitution; \"none\": they are given."}),
         parameter(&Contact::impact_speed, {.key = "impact_speed",
                                            .unit = "m/s",
                                            .range = above(0),
                                            .when = solved,
                                            .doc = "Speed of the impact that contact_time is for."}),
         parameter(
             &Contact::friction,
             {.key = "friction", .range = atLeast(0), .doc = "Coulomb coefficient mu of sliding friction."}),
         choice(
             &Contact::cap,
             Words<grains::Cap>{{"spring", grains::Cap::Spring}, {"total", grains::Cap::Total}},
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
         parameter(&Contact::rolling_stiffness,
                   {.key = "rolling_stiffness",
                    .unit = "N/m",
                    .range = above(0),
                    .when = rolling_spring,
                    .doc = "k_r: the moment is k_r times effective radius squared times angle."}),
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
                           "breaks at a gap of (1 + angle/2) volume^(1/3)."})});
}

}  // namespace talus::scene
