#include <numbers>

#include "talus/environment/sources/sections.h"
#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;
namespace {

using Shape = Emitter::Shape;
const Range share = between(0, 1);
const Condition hits{"shape", {"grain-hits"}};
const Words<Shape> shapes{{"disc", Shape::Disc},
                          {"rectangle", Shape::Rectangle},
                          {"point", Shape::Point},
                          {"line", Shape::Line},
                          {"sphere", Shape::Sphere},
                          {"box", Shape::Box},
                          {"cylinder", Shape::Cylinder},
                          {"capsule", Shape::Capsule},
                          {"mesh-surface", Shape::MeshSurface},
                          {"mesh-volume", Shape::MeshVolume},
                          {"grain-hits", Shape::Elsewhere}};

/// Condition for keys of shapes that have a position and a schedule of their own.
Condition own() {
    Condition own{"shape", {}};
    for (const auto& [word, shape] : shapes)
        if (shape != Shape::Elsewhere) own.values.push_back(word);
    return own;
}

std::vector<Parameter> hitRows() {
    return {
        parameter(&Emitter::per_joule,
                  {.key = "per_joule",
                   .unit = "1/J",
                   .range = atLeast(0),
                   .when = hits,
                   .required = true,
                   .doc = "Particles per joule of work by contact forces on grains, positive or negative; "
                          "between start and stop."}),
        parameter(&Emitter::carried,
                  {.key = "carried",
                   .range = share,
                   .when = hits,
                   .doc = "Share of the grain's velocity that is added to that of the particles."})};
}

/// A mean and its spread, two keys.
void append(std::vector<Parameter>& rows, Drawn Emitter::*quantity, Parameter mean,
            std::string_view spread_key) {
    rows.push_back(parameterOf<Emitter>(
        [quantity](Emitter & e) -> auto& { return (e.*quantity).mean; }, mean));
    rows.push_back(parameterOf<Emitter>([quantity](Emitter & e) -> auto& { return (e.*quantity).spread; },
                                        {.key = spread_key,
                                         .range = {.min = 0, .max = 1, .open_max = true},
                                         .doc = "Uniform between mean (1 - spread) and mean (1 + spread)."}));
}

std::vector<Parameter> drawnRows() {
    std::vector<Parameter> rows{
        choice(
            &Emitter::flow,
            Words<Emitter::Flow>{{"along", Emitter::Flow::Along}, {"outwards", Emitter::Flow::Normal}},
            {.key = "flow", .doc = "Particles start along `direction`, or along the normal of the shape."}),
        parameter(&Emitter::wall,
                  {.key = "wall",
                   .when = own(),
                   .doc = "Wall or body with which the emitter moves, without rotating; empty: "
                          "it does not move."}),
        parameter(&Emitter::cone,
                  {.key = "cone",
                   .unit = "rad",
                   .range = between(0, std::numbers::pi),
                   .doc = "Maximum angle to the direction of the flow; uniform on the sphere."}),
        parameter(&Emitter::velocity,
                  {.key = "velocity", .unit = "m/s", .doc = "Added to the velocity of every particle."}),
        parameter(&Emitter::lifetime, {.key = "lifetime",
                                       .unit = "s",
                                       .range = above(0),
                                       .absent = "endless",
                                       .doc = "Mean lifetime of a particle."}),
        parameter(&Emitter::lifetime_spread,
                  {.key = "lifetime_spread",
                   .range = {.min = 0, .max = 1, .open_max = true},
                   .doc = "Uniform between mean (1 - spread) and mean (1 + spread)."})};
    append(rows, &Emitter::speed, {.key = "speed", .unit = "m/s", .range = atLeast(0), .doc = "Mean speed."},
           "speed_spread");
    append(rows, &Emitter::mass, {.key = "mass", .unit = "kg", .range = above(0), .doc = "Mean mass."},
           "mass_spread");
    append(rows, &Emitter::radius_of,
           {.key = "particle_radius", .unit = "m", .range = atLeast(0), .doc = "Mean radius of a particle."},
           "radius_spread");
    append(rows, &Emitter::temperature,
           {.key = "temperature", .unit = "K", .range = atLeast(0), .doc = "Mean temperature at the start."},
           "temperature_spread");
    rows.push_back(
        parameter(&Emitter::colour, {.key = "colour", .range = share, .doc = "sRGB, each 0 to 1."}));
    rows.push_back(parameter(&Emitter::colour_spread,
                             {.key = "colour_spread",
                              .range = share,
                              .doc = "Maximum deviation of the brightness of particles, as a share of it."}));
    return rows;
}

}  // namespace

Section emitterSection() {
    return many(
        "particle_emitter", 1024, &Part::emitters,
        "Makes the particles of one system: where, when, how many, how fast, and for how long.",
        joined(
            {{parameter(&Emitter::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the emitter."}),
              systemRow<Emitter>()},
             ofBase<Emitter, environment::Region>(environment::regionRows(
                 {.shapes = shapes,
                  .doc = "Shape on or in which particles appear, uniformly. grain-hits: on grains that hit "
                         "something, on the side to which the contact force points.",
                  .placed = false,
                  .flows = true,
                  .hollow = true,
                  .may_be_points = true})),
             hitRows(),
             ofBase<Emitter, environment::Schedule>(environment::scheduleRows(
                 {.rate = {.key = "rate",
                           .unit = "1/s",
                           .range = atLeast(0),
                           .doc = "Particles per second, from start to stop."},
                  .rates = {.key = "rates",
                            .unit = "1/s",
                            .range = atLeast(0),
                            .doc = "Particles per second at each of `times`."},
                  .count =
                      {.key = "count", .range = atLeast(0), .doc = "Total number by the rate; 0: no limit."},
                  .bursts = true,
                  .time = {},
                  .when = own()})),
             drawnRows()}));
}

}  // namespace talus::particles
