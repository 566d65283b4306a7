#include "talus/scene/sections_common.h"

namespace talus::scene {

using namespace settings;
using method::Common;
using method::Probe;

namespace {

using Kind = Probe::Kind;

std::vector<Parameter> placeRows() {
    const Condition looks{"kind", {"height", "point"}}, on_wall{"kind", {"wall"}},
        disc{"kind", {"flux-disc"}}, rectangle{"kind", {"flux-rectangle"}}, fields{"kind", {"point"}},
        height{"kind", {"height"}};
    return {
        parameter(&Probe::at, {.key = "at",
                               .unit = "m",
                               .required = true,
                               .doc = "The place; of a height its z does not count. For \"wall\" a point on "
                                      "the wall as it is at the start, for fluxes the middle of the patch."}),
        parameter(&Probe::fields, {.key = "fields",
                                   .when = fields,
                                   .required = true,
                                   .doc = "Fields whose values it tells: velocity, pressure, density, or any "
                                          "other that is there; an unknown word gets a list."}),
        parameter(&Probe::radius,
                  {.key = "radius",
                   .unit = "m",
                   .range = above(0),
                   .when = looks,
                   .absent = "auto",
                   .doc = "How far about the place it looks: values are means, weighted by a kernel. "
                          "\"auto\": of water the kernel's support, of grains three diameters."}),
        parameter(&Probe::radius, {.key = "radius",
                                   .unit = "m",
                                   .range = above(0),
                                   .when = on_wall,
                                   .absent = "auto",
                                   .doc = "Of the round sensor whose mean pressure it is. \"auto\": of water "
                                          "a point, of grains three diameters."}),
        parameter(&Probe::floor, {.key = "floor",
                                  .unit = "m",
                                  .when = height,
                                  .doc = "Height that it tells where nothing is there."}),
        parameter(&Probe::wall, {.key = "wall",
                                 .when = on_wall,
                                 .required = true,
                                 .refers_to = "wall",
                                 .or_to = "body",
                                 .doc = "The wall or body that the sensor is on, and moves with."}),
        parameter(&Probe::normal, {.key = "normal",
                                   .when = on_wall,
                                   .required = true,
                                   .doc = "Direction, of any length, from the wall into the free."}),
        parameter(&Probe::normal,
                  {.key = "normal",
                   .when = disc,
                   .required = true,
                   .doc = "Direction, of any length: what goes through this way counts as forward."}),
        parameter(&Probe::disc_radius, {.key = "radius",
                                        .unit = "m",
                                        .range = above(0),
                                        .when = disc,
                                        .required = true,
                                        .doc = "Of the disc."}),
        parameter(&Probe::u,
                  {.key = "u", .unit = "m", .when = rectangle, .required = true, .doc = "One of its edges."}),
        parameter(&Probe::v, {.key = "v",
                              .unit = "m",
                              .when = rectangle,
                              .required = true,
                              .doc = "The other: what goes through along u x v counts as forward."})};
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
                .doc = "What it measures: the height of the highest surface over a place; fields about a "
                       "point; the pressure on a wall; what goes through a disc or a rectangle."}),
        parameter(&Probe::of, {.key = "of",
                               .required = true,
                               .doc = "What it looks at: \"water\", \"grains\", \"ground\", or the name of "
                                      "[[particles]]."})};
    for (Parameter& row : placeRows()) rows.push_back(std::move(row));
    rows.push_back(parameter(&Probe::every,
                             {.key = "every",
                              .unit = "s",
                              .range = above(0),
                              .absent = "frame",
                              .doc = "From one row to the next, counted from each frame; a row stands at the "
                                     "first step that is due, and at each frame in any case."}));
    rows.push_back(parameter(
        &Probe::mean, {.key = "mean",
                       .doc = "Whether a row has the mean since the one before it, of a hundred looks a "
                              "frame or of each step, in place of the values at its time. Of fluxes "
                              "this says nothing."}));
    rows.push_back(parameter(
        &Probe::window,
        {.key = "window",
         .unit = "s",
         .range = above(0),
         .when = Condition{"kind", {"height", "point", "wall"}},
         .absent = "none",
         .doc =
             "A row has the mean of all steps of so long before it, in place of the values at its time, as "
             "a sensor of that response time tells. At most as long as from one row to the next."}));
    return many("probe", 1024, &Common::probes,
                "Something measured at a place in the course of the run, at an interval of its own.",
                std::move(rows));
}

}  // namespace talus::scene
