#include "talus/environment/sources/sections.h"
#include "talus/grains/sections.h"
#include "talus/grains/sources/fill.h"

namespace talus::grains {

using namespace settings;
namespace {

/// The keys of Sizes.
std::vector<Parameter> sizeRows() {
    using Distribution = Sizes::Distribution;
    const Condition cut_off{"distribution", {"normal", "lognormal"}};
    return {choice(&Sizes::distribution,
                   Words<Distribution>{{"uniform", Distribution::Uniform},
                                       {"normal", Distribution::Normal},
                                       {"lognormal", Distribution::Lognormal},
                                       {"discrete", Distribution::Discrete}},
                   {.key = "distribution", .doc = "How radii are distributed, by number of grains."}),
            parameter(&Sizes::grain_radius,
                      {.key = "grain_radius",
                       .unit = "m",
                       .range = above(0),
                       .when = {"distribution", {"uniform", "normal", "lognormal"}},
                       .doc = "Mean radius of the grains; lognormal: their median radius. For normal and "
                              "lognormal: before the distribution is cut off."}),
            parameter(&Sizes::radius_spread,
                      {.key = "radius_spread",
                       .range = {.min = 0, .max = 1, .open_max = true},
                       .when = {"distribution", {"uniform"}},
                       .doc = "Radii are drawn evenly from mean * (1 - spread) to mean * (1 + spread)."}),
            parameter(&Sizes::radius_deviation, {.key = "radius_deviation",
                                                 .unit = "m",
                                                 .range = above(0),
                                                 .when = {"distribution", {"normal"}},
                                                 .required = true,
                                                 .doc = "Standard deviation of the radius."}),
            parameter(&Sizes::radius_ratio,
                      {.key = "radius_ratio",
                       .range = {.min = 1, .max = 100, .open_min = true},
                       .when = {"distribution", {"lognormal"}},
                       .required = true,
                       .doc = "Geometric standard deviation: 68% of the radii lie between the median "
                              "divided and multiplied by it."}),
            parameter(&Sizes::radius_min, {.key = "radius_min",
                                           .unit = "m",
                                           .range = above(0),
                                           .when = cut_off,
                                           .required = true,
                                           .doc = "Minimum radius: the distribution is cut off here."}),
            parameter(&Sizes::radius_max, {.key = "radius_max",
                                           .unit = "m",
                                           .range = above(0),
                                           .when = cut_off,
                                           .required = true,
                                           .doc = "Maximum radius: the distribution is cut off here."}),
            parameter(&Sizes::radii, {.key = "radii",
                                      .unit = "m",
                                      .range = above(0),
                                      .when = {"distribution", {"discrete"}},
                                      .required = true,
                                      .doc = "The radii of the grains."}),
            parameter(&Sizes::shares,
                      {.key = "shares",
                       .range = above(0),
                       .when = {"distribution", {"discrete"}},
                       .required = true,
                       .doc = "Relative share of each radius, such as [3, 1]. The sum need not be 1."}),
            choice(&Sizes::shares_of,
                   Words<Sizes::ShareOf>{{"number", Sizes::ShareOf::Number}, {"mass", Sizes::ShareOf::Mass}},
                   {.key = "shares_of",
                    .when = {"distribution", {"discrete"}},
                    .doc = "Whether `shares` are shares of the number of grains or of their mass."})};
}

/// The keys of ShapeChoice.
std::vector<Parameter> shapeRows() {
    return {parameter(&ShapeChoice::grain_shapes,
                      {.key = "grain_shapes",
                       .refers_to = "grain_shape",
                       .doc = "Shapes of the grains: names of [[grain_shape]] tables. Each grain gets one of "
                              "them, turned at random; radii are then those of balls with the same volume. "
                              "Empty: balls."}),
            parameter(&ShapeChoice::shape_shares,
                      {.key = "shape_shares",
                       .range = above(0),
                       .doc = "Relative share by number of each of grain_shapes. Empty: equal shares."})};
}

}  // namespace

Section emitterSection() {
    using Shape = Emitter::Shape;
    return many(
        "emitter", 1024, &Part::emitters, "Pours grains. New grains never overlap existing ones.",
        joined(
            {{parameter(&Emitter::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the emitter."}),
              parameter(&Emitter::material, {.key = "material",
                                             .required = true,
                                             .refers_to = "material",
                                             .doc = "Material of its grains."})},
             ofBase<Emitter, environment::Region>(
                 environment::regionRows({.shapes = {{"disc", Shape::Disc},
                                                     {"rectangle", Shape::Rectangle},
                                                     {"line", Shape::Line},
                                                     {"point", Shape::Point}},
                                          .doc = "Shape of the region from which grains are poured.",
                                          .flows = true})),
             {parameter(&Emitter::speed, {.key = "speed",
                                          .unit = "m/s",
                                          .range = atLeast(0),
                                          .doc = "Initial speed of the grains."})},
             ofBase<Emitter, environment::Schedule>(environment::scheduleRows(
                 {.rate = {.key = "rate",
                           .unit = "1/s",
                           .range = above(0),
                           .doc = "Number of grains per second."},
                  .rates = {.key = "rates",
                            .unit = "1/s",
                            .range = atLeast(0),
                            .doc = "Number of grains per second at each of `times`."},
                  .count = {.key = "count", .range = atLeast(1), .doc = "Total number of grains."}})),
             ofBase<Emitter, Sizes>(sizeRows()),
             ofBase<Emitter, ShapeChoice>(shapeRows())}));
}

Section fillSection() {
    return many(
        "fill", 1024, &Part::fills, "Fills a box with grains before the run starts.",
        joined(
            {{parameter(&Fill::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the fill."}),
              parameter(&Fill::material, {.key = "material",
                                          .required = true,
                                          .refers_to = "material",
                                          .doc = "Material of its grains."})},
             ofBase<Fill, environment::Region>(
                 environment::regionRows({.shapes = {{"box", Fill::Shape::Box}}})),
             {choice(
                  &Fill::packing,
                  Words<Fill::Packing>{{"lattice", Fill::Packing::Lattice},
                                       {"jittered", Fill::Packing::Jittered},
                                       {"random-loose", Fill::Packing::RandomLoose},
                                       {"random-dense", Fill::Packing::RandomDense}},
                  {.key = "packing",
                   .doc =
                       "\"lattice\": grains on a cubic lattice. \"jittered\": displaced from the lattice at "
                       "random without overlaps. \"random-loose\": placed one after another at random "
                       "positions without overlaps (random sequential addition, up to a volume fraction of "
                       "about 0.35). \"random-dense\": placed at random and pushed apart, up to about 0.6."}),
              parameter(&Fill::count,
                        {.key = "count",
                         .range = atLeast(0),
                         .doc = "lattice, jittered: maximum number of grains, filled from below; 0: as many "
                                "as fit. Random packings: number of grains; 0: volume_fraction gives it."}),
              parameter(&Fill::volume_fraction,
                        {.key = "volume_fraction",
                         .range = {.min = 0, .max = max_random_loose, .open_min = true},
                         .when = {"packing", {"random-loose"}},
                         .doc = "Share of the box that the grains fill, if count is 0."}),
              parameter(
                  &Fill::volume_fraction,
                  {.key = "volume_fraction",
                   .range = {.min = 0, .max = max_random_dense, .open_min = true},
                   .when = {"packing", {"random-dense"}},
                   .doc = "Share of the box that the grains fill, if count is 0. Near walls grains pack less "
                          "densely: 0.56 is reached in a box of 10 diameters, 0.58 in one of 20."}),
              parameter(&Fill::spacing, {.key = "spacing",
                                         .range = between(1, 1000),
                                         .when = {"packing", {"lattice", "jittered"}},
                                         .doc = "Lattice constant in diameters of the largest grain."}),
              parameter(&Fill::velocity,
                        {.key = "velocity", .unit = "m/s", .doc = "Initial velocity of all its grains."})},
             ofBase<Fill, Sizes>(sizeRows()),
             ofBase<Fill, ShapeChoice>(shapeRows())}));
}

Section importSection() {
    return many(
        "import", 1024, &Part::imports,
        "Grains that are read from a file: a packing from another program, a frame of an earlier run (talus "
        "export --format csv), or atoms of LAMMPS.",
        {parameter(&Import::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the import."}),
         parameter(&Import::material, {.key = "material",
                                       .required = true,
                                       .refers_to = "material",
                                       .doc = "Material of its grains."}),
         parameter(&Import::file,
                   {.key = "file",
                    .required = true,
                    .doc = "Path relative to the scene's folder. A table with a heading and columns "
                           "separated by commas, semicolons or tabs: x, y, z and radius (SI); optional: vx, "
                           "vy, vz and spins wx, wy, wz. Or a data file of LAMMPS (atom_style sphere), or a "
                           "text dump of LAMMPS (x, y, z and radius or diameter; optional: vx ..., omegax "
                           "...), in units si. Mass follows from the material's density."}),
         parameter(&Import::type, {.key = "type",
                                   .range = atLeast(0),
                                   .doc = "LAMMPS files: read only atoms of this type; 0: all."}),
         parameter(
             &Import::snapshot,
             {.key = "snapshot",
              .doc =
                  "LAMMPS dumps: snapshot to read, counted from 0; -1 is the last, -2 the one before it."}),
         parameter(&Import::position, {.key = "position", .unit = "m", .doc = "Displacement of all grains."}),
         parameter(
             &Import::at_rest,
             {.key = "at_rest",
              .doc = "Whether grains start at rest. Velocities and spins of the file are then ignored."})});
}

}  // namespace talus::grains
