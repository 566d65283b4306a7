#include <numbers>

#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;
namespace {

using Shape = Emitter::Shape;
const Range share = between(0, 1);
const Condition line{"shape", {"line"}};
const Condition box{"shape", {"box"}};
const Condition round_shape{"shape", {"disc", "sphere"}};
const Condition hits{"shape", {"grain-hits"}};
/// Shapes that say by themselves where and when particles appear.
const Condition own{"shape", {"disc", "sphere", "box", "line", "mesh-surface", "mesh-volume"}};
const Condition mesh{"shape", {"mesh-surface", "mesh-volume"}};

std::vector<Parameter> shapeRows() {
    return {
        choice(
            &Emitter::shape,
            Words<Shape>{{"disc", Shape::Disc},
                         {"sphere", Shape::Sphere},
                         {"box", Shape::Box},
                         {"line", Shape::Line},
                         {"mesh-surface", Shape::MeshSurface},
                         {"mesh-volume", Shape::MeshVolume},
                         {"grain-hits", Shape::GrainHits}},
            {.key = "shape",
             .doc =
                 "Where particles appear, evenly on it or in it; grain-hits: on grains that hit something, "
                 "on the side that the contact pushes."}),
        parameter(
            &Emitter::centre,
            {.key = "centre", .unit = "m", .when = round_shape, .doc = "Centre of the disc or sphere."}),
        parameter(&Emitter::radius, {.key = "radius",
                                     .unit = "m",
                                     .range = atLeast(0),
                                     .when = round_shape,
                                     .doc = "Radius of the disc or sphere."}),
        parameter(&Emitter::hollow, {.key = "hollow",
                                     .when = round_shape,
                                     .doc = "On the rim of the disc, on the surface of the sphere alone."}),
        parameter(&Emitter::centre,
                  {.key = "from", .unit = "m", .when = line, .required = true, .doc = "One end."}),
        parameter(&Emitter::end,
                  {.key = "to", .unit = "m", .when = line, .required = true, .doc = "The other end."}),
        parameterOf<Emitter>(
            [](Emitter & e) -> auto& { return e.box.min; },
            {.key = "min", .unit = "m", .when = box, .required = true, .doc = "Lowest corner."}),
        parameterOf<Emitter>(
            [](Emitter & e) -> auto& { return e.box.max; },
            {.key = "max", .unit = "m", .when = box, .required = true, .doc = "Highest corner."}),
        parameter(&Emitter::file, {.key = "file",
                                   .when = mesh,
                                   .required = true,
                                   .doc = "STL, OBJ or PLY file; for mesh-volume a closed surface. "
                                          "Relative to the scene's folder."}),
        parameter(&Emitter::scale, {.key = "scale",
                                    .range = above(0),
                                    .when = mesh,
                                    .doc = "Multiplies the coordinates of the file."}),
        parameter(
            &Emitter::position,
            {.key = "position", .unit = "m", .when = mesh, .doc = "Then the mesh is displaced by this."}),
        parameter(&Emitter::per_joule,
                  {.key = "per_joule",
                   .unit = "1/J",
                   .range = atLeast(0),
                   .when = hits,
                   .required = true,
                   .doc = "Particles a joule of the work that contact forces do on grains, "
                          "its two signs alike; from start to stop."}),
        parameter(&Emitter::carried,
                  {.key = "carried",
                   .range = share,
                   .when = hits,
                   .doc = "Share of the grain's velocity that the particles have besides."})};
}

std::vector<Parameter> timeRows() {
    return {
        parameter(&Emitter::rate, {.key = "rate",
                                   .unit = "1/s",
                                   .range = atLeast(0),
                                   .when = own,
                                   .doc = "Particles a second, from start to stop."}),
        parameter(&Emitter::start, {.key = "start", .unit = "s", .doc = "When the flow begins."}),
        parameter(&Emitter::stop,
                  {.key = "stop", .unit = "s", .absent = "never", .doc = "When the flow ends."}),
        parameter(&Emitter::times, {.key = "times",
                                    .unit = "s",
                                    .when = own,
                                    .doc = "Times, rising, at which the rate is as in `rates`, linear in "
                                           "between and none before and after; empty: `rate` holds."}),
        parameter(&Emitter::rates, {.key = "rates",
                                    .unit = "1/s",
                                    .range = atLeast(0),
                                    .when = own,
                                    .doc = "Particles a second at each of `times`."}),
        parameter(
            &Emitter::burst_times,
            {.key = "burst_times", .unit = "s", .when = own, .doc = "Moments at which many appear at once."}),
        parameter(&Emitter::burst_counts, {.key = "burst_counts",
                                           .range = atLeast(0),
                                           .when = own,
                                           .doc = "How many appear at each of `burst_times`."})};
}

/// A mean and its spread, two keys.
void append(std::vector<Parameter>& rows, Drawn Emitter::*quantity, Parameter mean,
            std::string_view spread_key) {
    rows.push_back(parameterOf<Emitter>(
        [quantity](Emitter & e) -> auto& { return (e.*quantity).mean; }, mean));
    rows.push_back(
        parameterOf<Emitter>([quantity](Emitter & e) -> auto& { return (e.*quantity).spread; },
                             {.key = spread_key,
                              .range = {.min = 0, .max = 1, .open_max = true},
                              .doc = "Drawn evenly from mean (1 - spread) to mean (1 + spread)."}));
}

std::vector<Parameter> drawnRows() {
    std::vector<Parameter> rows{
        choice(&Emitter::flow,
               Words<Emitter::Flow>{{"along", Emitter::Flow::Along}, {"outwards", Emitter::Flow::Normal}},
               {.key = "flow", .doc = "Particles start along `direction`, or out of the shape."}),
        parameter(
            &Emitter::direction,
            {.key = "direction", .doc = "Of the flow, and the normal of a disc; of any length, not zero."}),
        parameter(&Emitter::wall, {.key = "wall",
                                   .when = own,
                                   .doc = "It goes where this wall or body goes, without turning; empty: it "
                                          "stays."}),
        parameter(&Emitter::cone, {.key = "cone",
                                   .unit = "rad",
                                   .range = between(0, std::numbers::pi),
                                   .doc = "They leave within this angle of it, evenly on the sphere."}),
        parameter(&Emitter::velocity,
                  {.key = "velocity", .unit = "m/s", .doc = "Every particle has this besides."}),
        parameter(&Emitter::lifetime, {.key = "lifetime",
                                       .unit = "s",
                                       .range = above(0),
                                       .absent = "endless",
                                       .doc = "Mean time that a particle lives."}),
        parameter(&Emitter::lifetime_spread,
                  {.key = "lifetime_spread",
                   .range = {.min = 0, .max = 1, .open_max = true},
                   .doc = "Drawn evenly from mean (1 - spread) to mean (1 + spread)."})};
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
                              .doc = "By how much the brightness of particles differs, as a share."}));
    return rows;
}

}  // namespace

Section emitterSection() {
    std::vector<Parameter> rows{
        parameter(&Emitter::name,
                  {.key = "name", .required = true, .identifier = true, .doc = "Name of the emitter."}),
        systemRow<Emitter>()};
    for (const auto& more : {shapeRows(), timeRows(), drawnRows()})
        rows.insert(rows.end(), more.begin(), more.end());
    return many("particle_emitter", 1024, &Part::emitters,
                "Makes the particles of one system: where, when, how many, how fast, and for how long.",
                std::move(rows));
}

}  // namespace talus::particles
