#include "talus/scene/sections.h"

namespace talus::scene {
namespace {

using grains::Emitter;
using grains::Fill;
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
                                       .doc = "Colour in pictures: red, green, blue (sRGB)."})});
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
                           "other. It takes domain_min and domain_max."}),
         parameter(&Params::domain_min,
                   {.key = "domain_min", .unit = "m", .doc = "Lowest corner of the periodic domain."}),
         parameter(&Params::domain_max,
                   {.key = "domain_max", .unit = "m", .doc = "Highest corner of the periodic domain."}),
         parameter(&Params::skin,
                   {.key = "skin",
                    .range = {.min = 0, .max = 10, .open_min = true},
                    .doc = "Margin of the contact list in mean grain diameters: larger means rarer "
                           "searches and more pairs in each step."}),
         choice(&Params::search,
                Words<grains::Search>{{"sorted", grains::Search::Sorted}, {"hash", grains::Search::Hash}},
                {.key = "search",
                 .doc = "How neighbours are found: grains sorted into cells, or a spatial hash."})});
}

Section emitterSection() {
    return many<Emitter>(
        "emitter", 1024, &Scene::emitters,
        "Pours grains from a disc at a steady rate, never onto a grain that is there.",
        {parameter(&Emitter::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the emitter."}),
         parameter(&Emitter::material, {.key = "material",
                                        .required = true,
                                        .refers_to = "material",
                                        .doc = "Material of its grains."}),
         parameter(&Emitter::centre,
                   {.key = "centre", .unit = "m", .required = true, .doc = "Centre of the disc."}),
         parameter(
             &Emitter::direction,
             {.key = "direction", .doc = "Direction of the flow and normal of the disc, of any length."}),
         parameter(&Emitter::radius,
                   {.key = "radius", .unit = "m", .range = above(0), .doc = "Radius of the disc."}),
         parameter(&Emitter::speed, {.key = "speed",
                                     .unit = "m/s",
                                     .range = atLeast(0),
                                     .doc = "Speed of the grains as they appear."}),
         parameter(&Emitter::rate,
                   {.key = "rate", .unit = "1/s", .range = above(0), .doc = "Grains a second."}),
         parameter(&Emitter::count, {.key = "count", .range = atLeast(1), .doc = "Grains in all."}),
         parameter(&Emitter::start,
                   {.key = "start", .unit = "s", .range = atLeast(0), .doc = "Time of the first grain."}),
         parameter(
             &Emitter::grain_radius,
             {.key = "grain_radius", .unit = "m", .range = above(0), .doc = "Mean radius of the grains."}),
         parameter(&Emitter::radius_spread,
                   {.key = "radius_spread",
                    .range = {.min = 0, .max = 1, .open_max = true},
                    .doc = "Radii are drawn evenly from mean * (1 - spread) to mean * (1 + "
                           "spread)."})});
}

Section fillSection() {
    return many<Fill>(
        "fill", 1024, &Scene::fills, "Fills a box with grains before the run starts.",
        {parameter(&Fill::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the fill."}),
         parameter(&Fill::material, {.key = "material",
                                     .required = true,
                                     .refers_to = "material",
                                     .doc = "Material of its grains."}),
         parameterOf<Fill>([](Fill & f) -> auto& { return f.box.min; },
                           {.key = "min", .unit = "m", .required = true, .doc = "Lowest corner of the box."}),
         parameterOf<Fill>(
             [](Fill & f) -> auto& { return f.box.max; },
             {.key = "max", .unit = "m", .required = true, .doc = "Highest corner of the box."}),
         choice(
             &Fill::packing,
             Words<Fill::Packing>{{"lattice", Fill::Packing::Lattice}, {"jittered", Fill::Packing::Jittered}},
             {.key = "packing",
              .doc = "Grains on a lattice, or moved off it at random as far as room allows."}),
         parameter(&Fill::count, {.key = "count",
                                  .range = atLeast(0),
                                  .doc = "At most so many grains, filled from below; 0: as many as fit."}),
         parameter(&Fill::spacing, {.key = "spacing",
                                    .range = between(1, 1000),
                                    .doc = "Distance of lattice points in diameters of the largest grain."}),
         parameter(&Fill::velocity,
                   {.key = "velocity", .unit = "m/s", .doc = "Velocity of all its grains at the start."}),
         parameter(
             &Fill::grain_radius,
             {.key = "grain_radius", .unit = "m", .range = above(0), .doc = "Mean radius of the grains."}),
         parameter(&Fill::radius_spread,
                   {.key = "radius_spread",
                    .range = {.min = 0, .max = 1, .open_max = true},
                    .doc = "Radii are drawn evenly from mean * (1 - spread) to mean * (1 + "
                           "spread)."})});
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
