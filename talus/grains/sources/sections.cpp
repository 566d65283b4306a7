#include "talus/environment/sources/sections.h"
#include "talus/grains/sections.h"
#include "talus/grains/sources/fill.h"

namespace talus::grains {

using namespace settings;
namespace {

/// How large the grains of a source are.
std::vector<Parameter> sizeRows() {
    using Distribution = Sizes::Distribution;
    const Condition cut_off{"distribution", {"normal", "lognormal"}};
    return {
        choice(&Sizes::distribution,
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
                   .doc = "Mean radius of the grains; lognormal: their median radius (of normal and "
                          "lognormal, before they are cut off)."}),
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
                                       .doc = "No grain is smaller: the distribution is cut off here."}),
        parameter(&Sizes::radius_max, {.key = "radius_max",
                                       .unit = "m",
                                       .range = above(0),
                                       .when = cut_off,
                                       .required = true,
                                       .doc = "No grain is larger: the distribution is cut off here."}),
        parameter(&Sizes::radii, {.key = "radii",
                                  .unit = "m",
                                  .range = above(0),
                                  .when = {"distribution", {"discrete"}},
                                  .required = true,
                                  .doc = "The radii that occur."}),
        parameter(&Sizes::shares, {.key = "shares",
                                   .range = above(0),
                                   .when = {"distribution", {"discrete"}},
                                   .required = true,
                                   .doc = "How much there is of each radius, in parts of any size: [3, 1]."}),
        choice(&Sizes::shares_of,
               Words<Sizes::ShareOf>{{"number", Sizes::ShareOf::Number}, {"mass", Sizes::ShareOf::Mass}},
               {.key = "shares_of",
                .when = {"distribution", {"discrete"}},
                .doc = "What shares are parts of: the number of grains, or their mass."})};
}

}  // namespace

Section emitterSection() {
    using Shape = Emitter::Shape;
    return many(
        "emitter", 1024, &Part::emitters, "Pours grains, never onto a grain that is there.",
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
                                          .doc = "What they pour from.",
                                          .flows = true})),
             {parameter(&Emitter::speed, {.key = "speed",
                                          .unit = "m/s",
                                          .range = atLeast(0),
                                          .doc = "Speed of the grains as they appear."})},
             ofBase<Emitter, environment::Schedule>(environment::scheduleRows(
                 {.rate = {.key = "rate", .unit = "1/s", .range = above(0), .doc = "Grains a second."},
                  .rates = {.key = "rates",
                            .unit = "1/s",
                            .range = atLeast(0),
                            .doc = "Grains a second at each of `times`."},
                  .count = {.key = "count", .range = atLeast(1), .doc = "Grains in all."}})),
             ofBase<Emitter, Sizes>(sizeRows())}));
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
                       "Grains on a lattice; or moved off it at random as far as room allows; or put down "
                       "one "
                       "after another at random wherever they overlap nothing (random sequential addition, "
                       "up to a volume fraction of about 0.35); or pushed apart from random places, up to "
                       "about 0.6."}),
              parameter(&Fill::count,
                        {.key = "count",
                         .range = atLeast(0),
                         .doc = "At most so many grains, filled from below; 0: as many as fit. "
                                "The random packings: just so many; 0: as volume_fraction says."}),
              parameter(&Fill::volume_fraction,
                        {.key = "volume_fraction",
                         .range = {.min = 0, .max = max_random_loose, .open_min = true},
                         .when = {"packing", {"random-loose"}},
                         .doc = "Share of the box that the grains take, where count is 0."}),
              parameter(&Fill::volume_fraction,
                        {.key = "volume_fraction",
                         .range = {.min = 0, .max = max_random_dense, .open_min = true},
                         .when = {"packing", {"random-dense"}},
                         .doc = "Share of the box that the grains take, to be given where count is 0; near "
                                "walls they pack less "
                                "densely: 0.56 fills a box of 10 diameters, 0.58 one of 20."}),
              parameter(&Fill::spacing,
                        {.key = "spacing",
                         .range = between(1, 1000),
                         .when = {"packing", {"lattice", "jittered"}},
                         .doc = "Distance of lattice points in diameters of the largest grain."}),
              parameter(
                  &Fill::velocity,
                  {.key = "velocity", .unit = "m/s", .doc = "Velocity of all its grains at the start."})},
             ofBase<Fill, Sizes>(sizeRows())}));
}

Section importSection() {
    return many(
        "import", 1024, &Part::imports,
        "Grains that a file lists: a packing made elsewhere, a frame of an earlier run (talus export "
        "--format csv), or the atoms of LAMMPS.",
        {parameter(&Import::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the import."}),
         parameter(&Import::material, {.key = "material",
                                       .required = true,
                                       .refers_to = "material",
                                       .doc = "Material of its grains."}),
         parameter(
             &Import::file,
             {.key = "file",
              .required = true,
              .doc = "A table with a heading, and commas, semicolons or tabs between columns: x, y, z and "
                     "radius (SI), and if there are, vx, "
                     "vy, vz and spins wx, wy, wz. Or a data file of LAMMPS (atom_style sphere), or its text "
                     "dump (x, y, z and radius or diameter, and if there are, vx ..., omegax ...), in units "
                     "si. Mass follows from the material's density. Relative to the scene's folder."}),
         parameter(&Import::type, {.key = "type",
                                   .range = atLeast(0),
                                   .doc = "Of a LAMMPS file, take the atoms of this type alone; 0: all."}),
         parameter(&Import::snapshot,
                   {.key = "snapshot",
                    .doc = "Which snapshot of a LAMMPS dump, counted from 0; -1 is the last, -2 the one "
                           "before."}),
         parameter(&Import::position,
                   {.key = "position", .unit = "m", .doc = "All grains are displaced by this."}),
         parameter(&Import::at_rest,
                   {.key = "at_rest", .doc = "Whether they start at rest, whatever the file says."})});
}

}  // namespace talus::grains
