#include "talus/sand/sections.h"

#include <numbers>

#include "talus/environment/sources/sections.h"
#include "talus/sand/params.h"

namespace talus::sand {

using namespace settings;
namespace {

// With grains all of these keys may stay in the scene, without effect, so that one key changes between the
// two.
const Condition mpm{"solver", {"mpm", "grains"}};
const Condition on_grid{"solver", {"narain", "zhu-bridson", "grains"}};

/// Maximum speed of a spout [m/s]: a choice, some ten times that of sand falling through a metre.
constexpr double fastest_spout = 50;

std::vector<Parameter> materialRows() {
    return {
        parameter(&Sand::material,
                  {.key = "material",
                   .required = true,
                   .refers_to = "material",
                   .doc = "Material of the grains. What it is like gives the values below."}),
        parameter(&Sand::density, {.key = "density",
                                   .unit = "kg/m^3",
                                   .range = above(0),
                                   .absent = "auto",
                                   .doc = "Density of the sand with its pores. auto: 0.6 times that of the "
                                          "material."}),
        parameter(&Sand::friction_angle,
                  {.key = "friction_angle",
                   .unit = "rad",
                   .range = {.min = 0, .max = 0.45 * std::numbers::pi},
                   .absent = "auto",
                   .doc = "A layer of sand flows down slopes that are steeper. auto: of what the material is "
                          "like, otherwise 34 deg."}),
        parameter(&Sand::cohesion, {.key = "cohesion",
                                    .unit = "Pa",
                                    .range = atLeast(0),
                                    .absent = "auto",
                                    .doc = "Shear strength without pressure. Moist sand: some 500. auto: of "
                                           "what the material is like, otherwise 0."}),
        parameter(
            &Sand::wall_friction,
            {.key = "wall_friction",
             .range = atLeast(0),
             .absent = "auto",
             .doc = "Friction coefficient of all walls and of the ground. auto: that of the material of "
                    "each, at most that of the sand."})};
}

/// Friction that grows with the rate of shear.
std::vector<Parameter> flowRows() {
    return {
        parameter(&Sand::flowing_friction_angle,
                  {.key = "flowing_friction_angle",
                   .unit = "rad",
                   .range = {.min = 0, .max = 0.45 * std::numbers::pi},
                   .when = mpm,
                   .absent = "none",
                   .doc = "Friction angle at very fast shear, above friction_angle: sand that flows has a "
                          "friction between the two, by its inertial number (Jop, Forterre, Pouliquen 2006). "
                          "It needs grain_radius. none: friction does not depend on the rate of shear."}),
        parameter(&Sand::inertial_number,
                  {.key = "inertial_number",
                   .range = above(0),
                   .when = mpm,
                   .doc = "The inertial number at which friction is halfway to that of "
                          "flowing_friction_angle: shear rate times diameter of the grains over the root of "
                          "pressure over their density. The default is that of glass beads."})};
}

std::vector<Parameter> solverRows() {
    return {
        choice(&Sand::solver,
               Words<Solver>{{"mpm", Solver::Mpm},
                             {"narain", Solver::Narain},
                             {"zhu-bridson", Solver::ZhuBridson},
                             {"grains", Solver::Grains}},
               {.key = "solver",
                .doc = "mpm: elastic and plastic, explicit; narain: rigid and plastic (Narain, Golas, Lin "
                       "2010); zhu-bridson: incompressible with rigid clusters (2005), for reproducing the "
                       "paper; grains: no continuum, the same blocks and spouts are filled with grains."}),
        parameter(
            &Sand::grain_radius,
            {.key = "grain_radius",
             .unit = "m",
             .range = above(0),
             .absent = "auto",
             .doc = "Radius of the grains: with solver = \"grains\", and for flowing_friction_angle; "
                    "otherwise `talus check` says what these grains would cost. auto: as many grains as "
                    "the continuum has particles."}),
        parameter(&Sand::cell, {.key = "cell",
                                .unit = "m",
                                .range = above(0),
                                .doc = "Side of a cell of the grid: the resolution. A cell has eight "
                                       "particles; half of it needs eight times as many."}),
        parameter(&Sand::stiffness, {.key = "stiffness",
                                     .unit = "Pa",
                                     .range = above(0),
                                     .when = mpm,
                                     .absent = "auto",
                                     .doc = "Young's modulus. auto: the lowest that keeps the compression "
                                            "below `compression`; softer sand takes longer steps."}),
        parameter(&Sand::compression,
                  {.key = "compression",
                   .range = between(1e-4, 0.1),
                   .when = mpm,
                   .doc = "Accepted compression by the weight and the impact of the sand, "
                          "as a share of its volume."}),
        parameter(&Sand::poisson_ratio, {.key = "poisson_ratio",
                                         .range = between(0, 0.45),
                                         .when = mpm,
                                         .doc = "Poisson's ratio of sand that does not flow."}),
        parameter(
            &Sand::damping,
            {.key = "damping",
             .range = between(0, 0.3),
             .when = mpm,
             .doc = "Maximum damping ratio of sand that oscillates by its compression. 0.12 lets a heavy "
                    "lid come to rest after a few oscillations, where without damping it bounces for "
                    "seconds; steps are up to a fifth shorter."}),
        parameter(
            &Sand::transfer,
            {.key = "transfer",
             .when = mpm,
             .choices = {"apic", "aflip"},
             .doc = "How particles take velocities from the grid. aflip: they also keep what the grid does "
                    "not show of their own (Fei and others 2021). apic: they do not, which takes 0.9 of the "
                    "time, but smooths shear, so that rates of flow and run-outs depend on the time step."}),
        parameter(
            &Sand::pressure,
            {.key = "pressure",
             .when = on_grid,
             .choices = {"auto", "unilateral", "equal"},
             .doc = "unilateral: sand cannot become denser, but flies apart freely; equal: nor can it become "
                    "looser, as water. auto: unilateral for narain, equal for zhu-bridson."}),
        parameter(&Sand::cfl, {.key = "cfl",
                               .range = between(0.01, 1),
                               .doc = "Share of a cell that sound and sand together cross in a time step."}),
        parameter(&Sand::dt, {.key = "dt",
                              .unit = "s",
                              .range = above(0),
                              .absent = "auto",
                              .doc = "Fixed maximum of the time step. auto: from cfl."}),
        parameter(&Sand::speed,
                  {.key = "speed",
                   .unit = "m/s",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "Expected maximum speed. auto: that of sand that falls to the lowest wall."}),
        parameter(&Sand::limit, {.key = "limit",
                                 .range = atLeast(1),
                                 .doc = "Maximum number of particles. The run stops above it."}),
        parameter(&Sand::drawn,
                  {.key = "drawn",
                   .choices = {"grains", "particles"},
                   .doc = "How pictures show it: as fine grains, or each particle as a sphere."})};
}

Section sandSection() {
    return optional("sand", &Part::sand,
                    "Sand as a continuum, whose cost does not depend on the size of grains.",
                    joined({materialRows(), flowRows(), solverRows()}));
}

Section blockSection() {
    using Shape = Block::Shape;
    return many(
        "sand_block", 256, &Part::blocks,
        "Continuum sand that is there at the start. Where blocks overlap, the first one counts. A box has "
        "whole layers of sand, half a cell apart: none is left out if its sides are multiples of half a "
        "cell.",
        joined(
            {{parameter(&Block::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the block."})},
             ofBase<Block, environment::Region>(environment::regionRows(
                 {.shapes = {{"box", Shape::Box},
                             {"sphere", Shape::Sphere},
                             {"cylinder", Shape::Cylinder},
                             {"capsule", Shape::Capsule},
                             {"mesh", Shape::MeshVolume}},
                  .doc = "Shape that is filled. mesh: the inside of a closed mesh."})),
             {parameter(&Block::colour, {.key = "colour",
                                         .range = between(0, 1),
                                         .doc = "Colour of its grains, sRGB; empty: that of the material."}),
              parameter(&Block::depth, {.key = "depth",
                                        .unit = "m",
                                        .range = above(0),
                                        .absent = "any",
                                        .doc = "Fills only what is at most this high above the ground: a "
                                               "layer that follows it."}),
              parameter(&Block::velocity,
                        {.key = "velocity", .unit = "m/s", .doc = "Velocity at the start."}),
              parameter(&Block::only_free,
                        {.key = "only_free", .doc = "Removes sand in walls, bodies or the ground."})}}));
}

Section spoutSection() {
    using Shape = Spout::Shape;
    const Range speed{.min = 0, .max = fastest_spout, .open_min = true};
    return many(
        "sand_spout", 64, &Part::spouts,
        "Continuum sand that pours in through a disc or a rectangle, where no sand is in its way. It comes "
        "in whole layers, half a cell apart; the sides of a rectangle are rounded down to multiples of half "
        "a cell.",
        joined(
            {{parameter(&Spout::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the spout."})},
             ofBase<Spout, environment::Region>(
                 environment::regionRows({.shapes = {{"disc", Shape::Disc}, {"rectangle", Shape::Rectangle}},
                                          .doc = "Shape of the opening.",
                                          .flows = true})),
             ofBase<Spout, environment::Schedule>(environment::scheduleRows(
                 {.rate = {.key = "speed", .unit = "m/s", .range = speed, .doc = "Speed of the sand."},
                  .rates = {.key = "speeds",
                            .unit = "m/s",
                            .range = between(0, fastest_spout),
                            .doc = "Speed of the sand at each of `times`."}})),
             {parameter(&Spout::colour, {.key = "colour",
                                         .range = between(0, 1),
                                         .doc = "Colour of its grains, sRGB; empty: that of the material."})},
             ofBase<Spout, environment::Layered>(
                 {parameter(&environment::Layered::volume,
                            {.key = "volume",
                             .unit = "m^3",
                             .range = above(0),
                             .absent = "any",
                             .doc = "Volume of sand after which the spout ends, with what is left out "
                                    "because sand is there already."})})}));
}

}  // namespace

std::vector<Section> sections() { return {sandSection(), blockSection(), spoutSection()}; }

}  // namespace talus::sand
