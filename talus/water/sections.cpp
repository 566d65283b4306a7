#include "talus/water/sections.h"

#include "talus/environment/sources/sections.h"
#include "talus/water/params.h"

namespace talus::water {

using namespace settings;
namespace {

const Condition dfsph{"solver", {"dfsph"}}, wcsph{"solver", {"wcsph"}}, mueller{"solver", {"mueller"}},
    modern{"solver", {"dfsph", "wcsph"}};

std::vector<Parameter> solverRows() {
    return {
        parameter(&Water::spacing, {.key = "spacing",
                                    .unit = "m",
                                    .range = above(0),
                                    .when = modern,
                                    .doc = "Spacing of particles at rest: the resolution. Half of it needs "
                                           "eight times as many particles."}),
        parameter(
            &Water::density,
            {.key = "density", .unit = "kg/m^3", .range = above(0), .doc = "Density of the liquid at rest."}),
        choice(
            &Water::solver,
            Words<Solver>{{"dfsph", Solver::Dfsph}, {"wcsph", Solver::Wcsph}, {"mueller", Solver::Mueller}},
            {.key = "solver",
             .doc = "dfsph: incompressible, with long time steps; wcsph: weakly compressible, with short "
                    "and cheap ones; mueller: Mueller and others (2003), for reproducing papers."}),
        parameter(&Water::preset,
                  {.key = "preset",
                   .when = mueller,
                   .choices = {"none", "thesis", "lab"},
                   .doc = "Values of a paper for all keys of this solver and of its liquid."}),
        parameter(&Water::particle_mass, {.key = "particle_mass",
                                          .unit = "kg",
                                          .range = above(0),
                                          .when = mueller,
                                          .doc = "Mass of a particle."}),
        parameter(&Water::smoothing, {.key = "smoothing",
                                      .unit = "m",
                                      .range = above(0),
                                      .when = mueller,
                                      .doc = "Radius of the kernels."}),
        parameter(&Water::gas_stiffness, {.key = "gas_stiffness",
                                          .unit = "J/kg",
                                          .range = above(0),
                                          .when = mueller,
                                          .doc = "k in p = k (rho - rho_0)."}),
        parameter(&Water::tension_threshold,
                  {.key = "tension_threshold",
                   .unit = "1/m",
                   .range = above(0),
                   .when = mueller,
                   .doc = "Minimum length of the colour field's gradient at a surface."}),
        choice(&Water::kernel,
               Words<Kernel>{{"cubic-spline", Kernel::CubicSpline}, {"wendland", Kernel::WendlandC2}},
               {.key = "kernel", .when = modern, .doc = "Kernel of a particle."}),
        parameter(&Water::support, {.key = "support",
                                    .range = between(1.5, 4),
                                    .when = modern,
                                    .doc = "Radius of the kernel, in spacings. 2 gives some 30 neighbours."}),
        parameter(&Water::density_error,
                  {.key = "density_error",
                   .range = between(1e-6, 0.1),
                   .when = dfsph,
                   .doc = "Tolerance of the density solve: mean compression, as a share of the density."}),
        parameter(&Water::velocity_error,
                  {.key = "velocity_error",
                   .range = between(1e-6, 0.1),
                   .when = dfsph,
                   .doc = "Tolerance of the pressure solve: mean rate of compression times the time step."}),
        parameter(&Water::max_iterations,
                  {.key = "max_iterations",
                   .range = between(1, 100000),
                   .when = dfsph,
                   .doc = "Maximum number of iterations of each of the two solves in a step."}),
        parameter(&Water::sound_speed,
                  {.key = "sound_speed",
                   .unit = "m/s",
                   .range = above(0),
                   .when = wcsph,
                   .absent = "auto",
                   .doc = "Speed of sound. auto: ten times `speed`, which keeps compression near 1%."}),
        parameter(
            &Water::density_diffusion,
            {.key = "density_diffusion",
             .range = between(0, 0.2),
             .when = wcsph,
             .doc = "Diffusion of densities, delta of Molteni and Colagrossi (2009); smooths the pressure."}),
        parameter(
            &Water::cfl,
            {.key = "cfl",
             .range = between(0.01, 2),
             .doc = "Maximum displacement of a particle in a time step, in spacings; of wcsph, of sound, "
                    "in smoothing lengths."}),
        parameter(&Water::dt, {.key = "dt",
                               .unit = "s",
                               .range = above(0),
                               .absent = "auto",
                               .doc = "Fixed maximum of the time step. auto: from cfl."}),
        parameter(&Water::speed,
                  {.key = "speed",
                   .unit = "m/s",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "Expected maximum speed. auto: that of water that falls to the lowest wall."}),
        parameter(&Water::limit, {.key = "limit",
                                  .range = atLeast(1),
                                  .doc = "Maximum number of particles. The run stops above it."})};
}

std::vector<Parameter> liquidRows() {
    return {
        parameter(&Water::viscosity, {.key = "viscosity",
                                      .unit = "Pa s",
                                      .range = atLeast(0),
                                      .doc = "Dynamic viscosity. Water 1e-3, oil 0.1, honey 1 to 10."}),
        parameter(
            &Water::artificial_viscosity,
            {.key = "artificial_viscosity",
             .range = between(0, 1),
             .when = modern,
             .doc = "alpha of Monaghan (1992): damps approaching particles in proportion to the speed of "
                    "sound; of dfsph, to `speed`. Smaller particles are damped less."}),
        parameter(&Water::noise_damping,
                  {.key = "noise_damping",
                   .range = between(0, 10),
                   .when = dfsph,
                   .doc = "beta of Monaghan (1992): damps noise of approaching particles "
                          "in proportion to their relative speed, and scales the "
                          "friction of water at rest. 0: none, for flows that their "
                          "viscosity keeps free of noise."}),
        parameter(&Water::xsph, {.key = "xsph",
                                 .range = between(0, 0.5),
                                 .doc = "Share of the neighbours' velocity that a particle takes in a time "
                                        "step; smooths and damps."}),
        parameter(
            &Water::surface_tension,
            {.key = "surface_tension",
             .unit = "N/m",
             .range = atLeast(0),
             .doc =
                 "Surface tension. Water 0.072. Matters for drops of centimetres; shortens the time step."}),
        parameter(&Water::wall_slip,
                  {.key = "wall_slip",
                   .range = between(0, 1),
                   .absent = "auto",
                   .doc = "0: the water sticks to walls, with its viscosity; 1: it slips. auto: 0."}),
        parameter(&Water::restitution, {.key = "restitution",
                                        .range = between(0, 1),
                                        .doc = "Coefficient of restitution of particles that hit a wall."}),
        parameter(&Water::drawn,
                  {.key = "drawn",
                   .choices = {"surface", "spheres"},
                   .doc = "How pictures show it: as a smooth liquid, or each particle as a sphere."}),
        parameter(&Water::look,
                  {.key = "look",
                   .choices = {"water", "clear", "milk", "honey", "mud", "mercury"},
                   .doc = "Appearance of the smooth liquid. water: of a lake; clear: pure water."}),
        parameter(&Water::colour,
                  {.key = "colour", .range = between(0, 1), .doc = "Colour of spheres, sRGB."})};
}

}  // namespace

Section waterSection() {
    std::vector<Parameter> rows = solverRows();
    for (Parameter& row : liquidRows()) rows.push_back(std::move(row));
    Section section =
        optional("water", &Part::water, "Water or another liquid, by smoothed particle hydrodynamics.",
                 std::move(rows));
    section.moved = {{"most_iterations", "max_iterations"}};
    return section;
}

Section blockSection() {
    using Shape = Block::Shape;
    return many(
        "water_block", 256, &Part::blocks, "Water that is there at the start.",
        joined(
            {{parameter(&Block::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the block."})},
             ofBase<Block, environment::Region>(environment::regionRows(
                 {.shapes = {{"box", Shape::Box},
                             {"sphere", Shape::Sphere},
                             {"cylinder", Shape::Cylinder},
                             {"capsule", Shape::Capsule},
                             {"mesh", Shape::MeshVolume},
                             {"lake", Shape::Elsewhere}},
                  .doc = "Shape that is filled. mesh: the inside of a closed mesh; lake: the "
                         "hollow of the ground around a point up to a level."})),
             {parameter(&Block::at, {.key = "at",
                                     .unit = "m",
                                     .when = {"shape", {"lake"}},
                                     .required = true,
                                     .length = 2,
                                     .doc = "A point (x, y) in the lake."}),
              parameter(&Block::level, {.key = "level",
                                        .unit = "m",
                                        .when = {"shape", {"lake"}},
                                        .required = true,
                                        .doc = "Height of the surface of the lake."}),
              parameter(&Block::velocity,
                        {.key = "velocity", .unit = "m/s", .doc = "Velocity at the start."}),
              parameter(&Block::above_ground,
                        {.key = "only_free", .doc = "Removes particles in walls, bodies or the ground."})}}));
}

Section inflowSection() {
    using Shape = Inflow::Shape;
    const Range speed{.min = 0, .max = fastest_inflow, .open_min = true};
    return many(
        "inflow", 64, &Part::inflows, "Water that flows in through a disc or a rectangle.",
        joined(
            {{parameter(&Inflow::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the inflow."})},
             ofBase<Inflow, environment::Region>(
                 environment::regionRows({.shapes = {{"disc", Shape::Disc}, {"rectangle", Shape::Rectangle}},
                                          .doc = "Shape of the opening.",
                                          .flows = true})),
             ofBase<Inflow, environment::Schedule>(environment::scheduleRows(
                 {.rate = {.key = "speed", .unit = "m/s", .range = speed, .doc = "Speed of the water."},
                  .rates = {.key = "speeds",
                            .unit = "m/s",
                            .range = between(0, speed.max),
                            .doc = "Speed of the water at each of `times`."}})),
             {parameter(&Inflow::volume, {.key = "volume",
                                          .unit = "m^3",
                                          .range = above(0),
                                          .absent = "any",
                                          .doc = "Volume of water after which the inflow ends."}),
              parameter(
                  &Inflow::discharge,
                  {.key = "discharge",
                   .unit = "m^3/s",
                   .range = above(0),
                   .absent = "none",
                   .doc =
                       "Discharge, instead of speed. The speed then follows from the number of particles in "
                       "a layer."})}}));
}

Section rainSection() {
    const Range fastest{.min = 0, .max = 1};
    return many(
        "rain", 64, &Part::rains, "Rain on a rectangle in x and y. Each drop is a particle of water.",
        joined(
            {{parameter(&Rain::name,
                        {.key = "name", .required = true, .identifier = true, .doc = "Name of the rain."}),
              parameter(&Rain::min, {.key = "min",
                                     .unit = "m",
                                     .required = true,
                                     .length = 2,
                                     .doc = "Corner with the lowest x and y."}),
              parameter(
                  &Rain::max,
                  {.key = "max", .unit = "m", .required = true, .length = 2, .doc = "Opposite corner."}),
              parameter(&Rain::height, {.key = "height",
                                        .unit = "m",
                                        .required = true,
                                        .doc = "Height from which it falls; with gather, above the ground."}),
              parameter(&Rain::gather, {.key = "gather",
                                        .unit = "m^2",
                                        .range = above(0),
                                        .absent = "none",
                                        .doc = "Rain runs over the ground and appears where at least this "
                                               "area of land drains to: where "
                                               "it is a stream that particles can represent."})},
             ofBase<Rain, environment::Schedule>(environment::scheduleRows(
                 {.rate = {.key = "rate",
                           .unit = "m/s",
                           .range = fastest,
                           .doc = "Depth of rain over time. A cloudburst: \"50 mm/h\"."},
                  .rates = {.key = "rates",
                            .unit = "m/s",
                            .range = between(0, fastest.max),
                            .doc = "Rate at each of `times`."}}))}));
}

std::vector<Section> sections() { return {waterSection(), blockSection(), inflowSection(), rainSection()}; }

}  // namespace talus::water
