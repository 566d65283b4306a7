#include "talus/scene/sections.h"

namespace talus::scene {
namespace {

using grains::Grain;
using grains::Params;
using state::Material;

}  // namespace

Section materialSection() {
    return many<Material>(
        "material", 256, &Scene::materials, "What grains and walls are made of.",
        {parameter(&Material::name,
                   {.key = "name",
                    .required = true,
                    .identifier = true,
                    .doc = "Name by which walls, emitters, fills, grains and contacts use it."}),
         parameter(&Material::density,
                   {.key = "density", .unit = "kg/m^3", .range = above(0), .doc = "Density of the solid."}),
         parameter(&Material::colour, {.key = "colour",
                                       .range = between(0, 1),
                                       .doc = "Colour in pictures: red, green, blue (sRGB)."}),
         parameter(&Material::fixed,
                   {.key = "fixed",
                    .doc = "Whether its grains never move, whatever hits them: a rough floor of glued "
                           "grains."})});
}

Section grainsSection() {
    return single(
        "grains", &Scene::grains, "What holds for all grains.",
        {parameter(&Params::gravity,
                   {.key = "gravity", .unit = "m/s^2", .doc = "Acceleration of free fall."}),
         parameter(&Params::spin, {.key = "spin", .doc = "Whether grains rotate."}),
         choice(
             &Params::integrator,
             Words<grains::Integrator>{{"velocity-verlet", grains::Integrator::VelocityVerlet},
                                       {"leap-frog", grains::Integrator::LeapFrog},
                                       {"position-verlet", grains::Integrator::PositionVerlet},
                                       {"semi-implicit-euler", grains::Integrator::SemiImplicitEuler}},
             {.key = "integrator",
              .doc =
                  "How positions and velocities advance in time. \"leap-frog\" and \"position-verlet\" keep "
                  "velocities half a step before positions."}),
         parameter(
             &Params::rest,
             {.key = "rest",
              .doc = "Whether grains that stay in their place are left alone until something near them "
                     "moves: saves time in scenes with sand at rest, a block of 2048 grains at a time."}),
         parameter(
             &Params::rest_distance,
             {.key = "rest_distance",
              .range = above(0),
              .doc = "With rest: how far a grain may stray and still count as in its place, in radii."}),
         parameter(&Params::rest_window, {.key = "rest_window",
                                          .unit = "s",
                                          .range = above(0),
                                          .doc = "With rest: how long it must have stayed there."}),
         parameter(&Params::dissipation, {.key = "dissipation",
                                          .range = between(0, 1),
                                          .when = {"integrator", {"position-verlet"}},
                                          .doc = "Share of all motion that is lost in each step."}),
         parameter(&Params::periodic,
                   {.key = "periodic",
                    .choices = {"x", "y", "z"},
                    .doc = "Axes along which the domain repeats: what leaves it on one side comes in on the "
                           "other. It takes domain_min and domain_max. Walls are not repeated: those that do "
                           "not span the domain stay inside."}),
         parameter(&Params::domain_min,
                   {.key = "domain_min", .unit = "m", .doc = "Lowest corner of the periodic domain."}),
         parameter(&Params::domain_max,
                   {.key = "domain_max", .unit = "m", .doc = "Highest corner of the periodic domain."}),
         parameter(&Params::skin,
                   {.key = "skin",
                    .range = {.min = 0, .max = 10, .open_min = true},
                    .doc = "Margin of the contact list in mean grain diameters, by number of all grains that "
                           "the scene has or may pour: larger means rarer searches and more pairs in each "
                           "step."}),
         choice(&Params::search,
                Words<grains::Search>{{"sorted", grains::Search::Sorted}, {"hash", grains::Search::Hash}},
                {.key = "search",
                 .doc = "How neighbours are found: grains sorted into cells, or a spatial hash."}),
         choice(&Params::precision,
                Words<grains::Precision>{{"double", grains::Precision::Double},
                                         {"mixed", grains::Precision::Mixed}},
                {.key = "precision",
                 .doc = "double, or mixed: places, motions and sums over time in double precision, the "
                        "forces of each contact in single. Faster; an overlap is then right to about 1e-7 "
                        "diameters (docs/theory/grains.md)."})});
}

Section grainSection() {
    return many<Grain>(
        "grain", 100000, &Scene::placed, "One grain, placed by hand.",
        {parameter(&Grain::material,
                   {.key = "material", .required = true, .refers_to = "material", .doc = "Its material."}),
         parameter(
             &Grain::position,
             {.key = "position", .unit = "m", .required = true, .doc = "Where its centre is at the start."}),
         parameter(&Grain::velocity, {.key = "velocity", .unit = "m/s", .doc = "Velocity at the start."}),
         parameter(&Grain::spin, {.key = "spin", .unit = "rad/s", .doc = "Angular velocity at the start."}),
         parameter(&Grain::radius,
                   {.key = "radius", .unit = "m", .range = above(0), .doc = "Radius of the grain."})});
}

}  // namespace talus::scene
