#include "talus/grains/sections.h"

namespace talus::grains {

using namespace settings;
Section grainsSection() {
    Section section = single(
        "grains", &Part::params, "Settings for all grains.",
        {parameter(&Params::spin, {.key = "spin", .doc = "Whether grains rotate."}),
         choice(
             &Params::integrator,
             Words<Integrator>{{"velocity-verlet", Integrator::VelocityVerlet},
                               {"leap-frog", Integrator::LeapFrog},
                               {"position-verlet", Integrator::PositionVerlet},
                               {"semi-implicit-euler", Integrator::SemiImplicitEuler}},
             {.key = "integrator",
              .doc =
                  "How positions and velocities advance in time. \"leap-frog\" and \"position-verlet\" keep "
                  "velocities half a step before positions."}),
         parameter(
             &Params::rest,
             {.key = "rest",
              .doc = "Whether grains at rest are not computed until something near them moves. This saves "
                     "time in scenes with sand at rest. It applies to whole blocks of up to 2048 grains."}),
         parameter(&Params::rest_distance, {.key = "rest_distance",
                                            .range = above(0),
                                            .doc = "With rest: how far a grain at rest may move, in radii."}),
         parameter(
             &Params::rest_window,
             {.key = "rest_window",
              .unit = "s",
              .range = above(0),
              .doc = "With rest: how long a grain must have stayed within rest_distance to be at rest."}),
         parameter(&Params::dissipation, {.key = "dissipation",
                                          .range = between(0, 1),
                                          .when = {"integrator", {"position-verlet"}},
                                          .doc = "Share of the velocity that is lost in each step."}),
         parameter(&Params::skin, {.key = "skin",
                                   .range = {.min = 0, .max = 10, .open_min = true},
                                   .doc = "Skin of the neighbour list in mean grain diameters (mean by "
                                          "number over all grains that the scene has or may pour). A larger "
                                          "skin means fewer searches and more pairs in each step."}),
         choice(&Params::search, Words<Search>{{"sorted", Search::Sorted}, {"hash", Search::Hash}},
                {.key = "search",
                 .doc = "How neighbours are found: grains sorted into cells, or a spatial hash."}),
         choice(&Params::precision,
                Words<Precision>{{"double", Precision::Double}, {"mixed", Precision::Mixed}},
                {.key = "precision",
                 .doc = "\"double\", or \"mixed\": positions, velocities and sums over time in double "
                        "precision, the forces of each contact in single precision. Mixed is faster; an "
                        "overlap is then exact to about 1e-7 diameters (docs/theory/grains.md)."})});
    section.moved = {{"gravity", "gravity in [world]"},
                     {"periodic", "periodic in [world]"},
                     {"domain_min", "domain_min in [world]"},
                     {"domain_max", "domain_max in [world]"}};
    return section;
}

Section grainSection() {
    return many(
        "grain", 100000, &Part::placed, "A single grain.",
        {parameter(&Grain::material,
                   {.key = "material", .required = true, .refers_to = "material", .doc = "Its material."}),
         parameter(&Grain::position, {.key = "position",
                                      .unit = "m",
                                      .required = true,
                                      .doc = "Position of its centre at the start."}),
         parameter(&Grain::velocity, {.key = "velocity", .unit = "m/s", .doc = "Velocity at the start."}),
         parameter(&Grain::spin, {.key = "spin", .unit = "rad/s", .doc = "Angular velocity at the start."}),
         parameter(&Grain::radius,
                   {.key = "radius",
                    .unit = "m",
                    .range = above(0),
                    .doc = "Radius of the grain; of a grain of a shape that of the ball with the same "
                           "volume."}),
         parameter(&Grain::shape,
                   {.key = "shape", .doc = "Name of the [[grain_shape]] of the grain; empty: a ball."}),
         parameter(&Grain::rotation,
                   {.key = "rotation",
                    .unit = "rad",
                    .doc = "With shape: rotation from the frame of the shape, as axis times angle."})});
}

}  // namespace talus::grains
