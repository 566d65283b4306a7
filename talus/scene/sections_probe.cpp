#include "talus/scene/sections_common.h"

namespace talus::scene {

using namespace settings;
using method::Common;
using method::Probe;

namespace {

using Kind = Probe::Kind;

std::vector<Parameter> positionRows() {
    const Condition has_radius{"kind", {"height", "point"}}, on_wall{"kind", {"wall"}},
        disc{"kind", {"flux-disc"}}, rectangle{"kind", {"flux-rectangle"}}, fields{"kind", {"point"}},
        height{"kind", {"height"}};
    return {
        parameter(&Probe::at,
                  {.key = "at",
                   .unit = "m",
                   .required = true,
                   .doc = "The position. For \"height\" z is not used. For \"wall\" a point on the "
                          "wall at the start, for fluxes the middle of the disc or rectangle."}),
        parameter(&Probe::fields, {.key = "fields",
                                   .when = fields,
                                   .required = true,
                                   .doc = "Fields to measure: velocity, pressure, density, or any other that "
                                          "exists; the error for an unknown name lists them."}),
        parameter(&Probe::radius,
                  {.key = "radius",
                   .unit = "m",
                   .range = above(0),
                   .when = has_radius,
                   .absent = "auto",
                   .doc = "Values are means within this radius, weighted by a kernel. \"auto\": for water "
                          "the support radius of its kernel, for grains three diameters."}),
        parameter(&Probe::radius, {.key = "radius",
                                   .unit = "m",
                                   .range = above(0),
                                   .when = on_wall,
                                   .absent = "auto",
                                   .doc = "Radius of the round sensor; the pressure is the mean over it. "
                                          "\"auto\": for water a point, for grains three diameters."}),
        parameter(&Probe::floor,
                  {.key = "floor", .unit = "m", .when = height, .doc = "Value where there is no surface."}),
        parameter(&Probe::wall, {.key = "wall",
                                 .when = on_wall,
                                 .required = true,
                                 .refers_to = "wall",
                                 .or_to = "body",
                                 .doc = "The wall or body on which the sensor is, and with which it moves."}),
        parameter(&Probe::normal, {.key = "normal",
                                   .when = on_wall,
                                   .required = true,
                                   .doc = "Direction, of any length, that points out of the wall."}),
        parameter(&Probe::normal, {.key = "normal",
                                   .when = disc,
                                   .required = true,
                                   .doc = "Direction, of any length, in which a flux counts as forward."}),
        parameter(&Probe::disc_radius, {.key = "radius",
                                        .unit = "m",
                                        .range = above(0),
                                        .when = disc,
                                        .required = true,
                                        .doc = "Radius of the disc."}),
        parameter(&Probe::u, {.key = "u",
                              .unit = "m",
                              .when = rectangle,
                              .required = true,
                              .doc = "One edge of the rectangle."}),
        parameter(&Probe::v, {.key = "v",
                              .unit = "m",
                              .when = rectangle,
                              .required = true,
                              .doc = "The other edge. A flux along u x v counts as forward."})};
}

}  // namespace

Section probeSection() {
    std::vector<Parameter> rows{
        parameter(&Probe::name, {.key = "name",
                                 .required = true,
                                 .identifier = true,
                                 .doc = "Name of its file: probes/NAME.csv in the run folder."}),
        choice(&Probe::kind,
               Words<Kind>{{"height", Kind::Height},
                           {"point", Kind::Point},
                           {"wall", Kind::Wall},
                           {"flux-disc", Kind::FluxDisc},
                           {"flux-rectangle", Kind::FluxRectangle}},
               {.key = "kind",
                .required = true,
                .doc = "What it measures: the height of the highest surface at x and y; fields around a "
                       "point; the pressure on a wall; the flux through a disc or a rectangle."}),
        parameter(&Probe::of,
                  {.key = "of",
                   .required = true,
                   .doc = "Of what: \"water\", \"grains\", \"sand\", \"ground\", \"masses\", or the name "
                          "of a [[particles]]."})};
    for (Parameter& row : positionRows()) rows.push_back(std::move(row));
    rows.push_back(
        parameter(&Probe::every,
                  {.key = "every",
                   .unit = "s",
                   .range = above(0),
                   .absent = "frame",
                   .doc = "Interval between rows, counted from each frame. A row is written at the first "
                          "step at or after its time, and at each frame in any case."}));
    rows.push_back(parameter(
        &Probe::mean, {.key = "mean",
                       .doc = "Whether a row has means since the row before it, instead of the values at its "
                              "time. They are taken over each step, or over a hundred samples a frame. Has "
                              "no effect on fluxes."}));
    rows.push_back(parameter(
        &Probe::window,
        {.key = "window",
         .unit = "s",
         .range = above(0),
         .when = Condition{"kind", {"height", "point", "wall"}},
         .absent = "none",
         .doc = "A row has the mean over all steps within this time before it, instead of the values at its "
                "time, like a sensor with that response time. At most the interval between rows."}));
    return many("probe", 1024, &Common::probes,
                "A quantity that is measured at a position during the run, at an interval of its own.",
                std::move(rows));
}

}  // namespace talus::scene
