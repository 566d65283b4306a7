#include "talus/environment/sections.h"

#include "talus/environment/known_materials.h"

namespace talus::environment {

using namespace settings;

Section worldSection() {
    std::vector<Parameter> rows{
        parameter(&Environment::gravity,
                  {.key = "gravity", .unit = "m/s^2", .doc = "Acceleration of free fall."}),
        parameter(
            &Environment::periodic,
            {.key = "periodic",
             .choices = {"x", "y", "z"},
             .doc = "Axes along which the domain is periodic: what leaves it on one side enters on the "
                    "opposite one. Needs domain_min and domain_max. Walls are not repeated: a wall that "
                    "does not span the domain exists once, inside it."}),
        parameter(&Environment::domain_min,
                  {.key = "domain_min", .unit = "m", .doc = "Lowest corner of the periodic domain."}),
        parameter(&Environment::domain_max,
                  {.key = "domain_max", .unit = "m", .doc = "Highest corner of the periodic domain."})};
    return {.name = "world",
            .doc = "Gravity and the periodic domain.",
            .parameters = std::move(rows),
            .size = [](const void*) -> std::size_t { return 1; },
            .object = [](void* owner, std::size_t) -> void* { return owner; },
            .append = [](void*) {},
            .defaults = std::make_shared<const Environment>()};
}

Section materialSection() {
    return many(
        "material", 256, &Environment::materials, "What grains and walls are made of.",
        {parameter(&Material::name,
                   {.key = "name",
                    .required = true,
                    .identifier = true,
                    .doc = "Name by which walls, emitters, fills, grains and contacts use it."}),
         parameter(
             &Material::like,
             {.key = "like",
              .choices = knownMaterialWords(),
              .doc = "A known material: it gives the values of the keys that this table does not have."}),
         parameter(&Material::density,
                   {.key = "density", .unit = "kg/m^3", .range = above(0), .doc = "Density of the solid."}),
         parameter(&Material::colour, {.key = "colour",
                                       .range = between(0, 1),
                                       .doc = "Colour in pictures: red, green, blue (sRGB)."}),
         parameter(&Material::fixed,
                   {.key = "fixed",
                    .doc = "Whether its grains never move, whatever hits them, as in a rough floor of glued "
                           "grains."}),
         parameter(&Material::friction,
                   {.key = "friction",
                    .range = atLeast(0),
                    .absent = "none",
                    .doc = "Coulomb coefficient of the material on itself. Where two materials have "
                           "friction and restitution, a pair without a [[contact]] gets one that follows "
                           "from them."}),
         parameter(
             &Material::restitution,
             {.key = "restitution",
              .range = between(0.001, 1),
              .absent = "none",
              .doc = "Coefficient of restitution of the material on itself: speed after a head-on impact "
                     "over speed before it."}),
         parameter(
             &Material::rolling_friction,
             {.key = "rolling_friction",
              .range = atLeast(0),
              .doc = "Rolling friction of such a contact: the resistance to rolling that comes from the "
                     "shape of the grains."}),
         parameter(&Material::surface_tension,
                   {.key = "surface_tension",
                    .unit = "N/m",
                    .range = atLeast(0),
                    .doc = "Surface tension of the liquid that the grains carry: its bridges pull the grains "
                           "of such a contact together. 0: the grains are dry."}),
         parameter(&Material::moisture, {.key = "moisture",
                                         .range = between(0, 1),
                                         .doc = "Volume of that liquid over volume of the grains."})});
}

}  // namespace talus::environment
