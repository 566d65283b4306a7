#include "talus/cloth/sections.h"

#include "talus/cloth/params.h"
#include "talus/environment/air/sections.h"
#include "talus/settings/base_rows.h"

namespace talus::cloth {

using namespace settings;
namespace {

/// Only of a rectangle, and only of the triangles of a file.
const Condition rectangle{"file", {""}}, of_file{"file", {}};

std::vector<Parameter> shapeRows() {
    return {
        parameter(&Sheet::name,
                  {.key = "name", .required = true, .identifier = true, .doc = "Name of the cloth."}),
        parameter(&Sheet::material, {.key = "material",
                                     .doc = "Material as which grains, water and particles touch it; empty: "
                                            "none of these may be in the scene."}),
        parameter(&Sheet::file, {.key = "file",
                                 .doc = "An STL, OBJ or PLY file whose triangles are the cloth; empty: a "
                                        "rectangle of width x height."}),
        parameter(&Sheet::scale, {.key = "scale",
                                  .range = above(0),
                                  .when = of_file,
                                  .doc = "The file's points are multiplied by this."}),
        parameter(&Sheet::width, {.key = "width",
                                  .unit = "m",
                                  .range = above(0),
                                  .when = rectangle,
                                  .doc = "Of the rectangle, along x before it is turned."}),
        parameter(&Sheet::height, {.key = "height",
                                   .unit = "m",
                                   .range = above(0),
                                   .when = rectangle,
                                   .doc = "Of the rectangle, along y before it is turned."}),
        parameter(&Sheet::points_x, {.key = "points_x",
                                     .range = between(2, 4096),
                                     .when = rectangle,
                                     .doc = "Number of points along its width."}),
        parameter(&Sheet::points_y, {.key = "points_y",
                                     .range = between(2, 4096),
                                     .when = rectangle,
                                     .doc = "Number of points along its height."}),
        parameter(&Sheet::position, {.key = "position",
                                     .unit = "m",
                                     .doc = "Of the middle of the rectangle, or of the file's origin."}),
        parameter(&Sheet::rotation, {.key = "rotation",
                                     .unit = "rad",
                                     .doc = "Rotation vector by which it is turned about `position`."}),
        parameter(&Sheet::velocity, {.key = "velocity", .unit = "m/s", .doc = "At the start."}),
        parameter(&Sheet::copies,
                  {.key = "copies", .range = between(1, 1000), .doc = "Number of equal sheets."}),
        parameter(&Sheet::copy_offset,
                  {.key = "copy_offset", .unit = "m", .doc = "From one copy to the next."})};
}

std::vector<Parameter> materialRows() {
    const Condition hinge{"bending", {"hinge"}}, springs{"bending", {"springs"}};
    return {
        parameter(&Sheet::density,
                  {.key = "density", .unit = "kg/m^2", .range = above(0), .doc = "Mass of a square metre."}),
        parameter(&Sheet::stretch,
                  {.key = "stretch",
                   .unit = "N/m",
                   .range = above(0),
                   .doc = "Stiffness: force per width at a strain of 1. On a square grid, the "
                          "spring constant of each structural spring."}),
        parameter(&Sheet::stretch_y,
                  {.key = "stretch_y",
                   .unit = "N/m",
                   .range = above(0),
                   .absent = "as stretch",
                   .doc = "Stiffness along the height, where it differs from that along the "
                          "width."}),
        parameter(&Sheet::shear,
                  {.key = "shear",
                   .unit = "N/m",
                   .range = atLeast(0),
                   .when = rectangle,
                   .doc = "Stiffness against shear, of rectangles. On a square grid, the spring "
                          "constant of each diagonal spring."}),
        choice(
            &Sheet::bending, Words<Bending>{{"hinge", Bending::Hinge}, {"springs", Bending::Springs}},
            {.key = "bending",
             .doc =
                 "What resists bending: the angle between neighbouring triangles, or springs between points "
                 "two apart."}),
        parameter(&Sheet::bend, {.key = "bend",
                                 .unit = "N m",
                                 .range = atLeast(0),
                                 .when = hinge,
                                 .doc = "Bending stiffness: moment per width at a curvature of 1/m."}),
        parameter(&Sheet::bend_springs, {.key = "bend_springs",
                                         .unit = "N/m",
                                         .range = atLeast(0),
                                         .when = springs,
                                         .doc = "Spring constant of the springs against bending."}),
        parameter(&Sheet::damping, {.key = "damping",
                                    .unit = "N s/m",
                                    .range = atLeast(0),
                                    .doc = "Of the damper along each spring."}),
        parameter(&Sheet::tear_strain,
                  {.key = "tear_strain",
                   .range = above(0),
                   .absent = "never",
                   .doc = "Strain at which a spring tears, 0.2: at 1.2 times its length. The "
                          "triangles beside it are gone then."}),
        parameter(&Sheet::air_drag,
                  {.key = "air_drag",
                   .range = atLeast(0),
                   .doc = "Coefficient of the drag of the air on its triangles; 1.2 is that of "
                          "a plate."}),
        parameter(&Sheet::air_lift, {.key = "air_lift",
                                     .range = atLeast(0),
                                     .doc = "Coefficient of the force of the air across the flow."}),
        parameter(&Sheet::quadratic_drag, {.key = "quadratic_drag",
                                           .unit = "N s^2/m^2",
                                           .range = atLeast(0),
                                           .doc = "c of the drag -c u |u| on each point, with the velocity u "
                                                  "relative to the air."})};
}

std::vector<Parameter> contactRows() {
    return {
        parameter(&Sheet::contact, {.key = "contact", .doc = "Whether walls and ground stop it."}),
        parameter(&Sheet::self_contact,
                  {.key = "self_contact", .doc = "Whether it cannot pass through itself and other cloth."}),
        parameter(&Sheet::thickness, {.key = "thickness",
                                      .unit = "m",
                                      .range = above(0),
                                      .absent = "auto",
                                      .doc = "Distance that two layers keep; half of it is kept to walls. "
                                             "auto: a quarter of the spacing, at most 5 mm."}),
        parameter(&Sheet::friction, {.key = "friction",
                                     .range = atLeast(0),
                                     .doc = "Coulomb's coefficient, with walls and with cloth; between two "
                                            "cloths their geometric mean."})};
}

std::vector<Parameter> appearanceRows() {
    const Condition of_pattern{"pattern", {"woven", "checks", "stripes"}};
    return {parameter(&Sheet::colour, {.key = "colour", .range = between(0, 1), .doc = "sRGB, each 0 to 1."}),
            parameter(&Sheet::colour2, {.key = "colour2",
                                        .range = between(0, 1),
                                        .when = of_pattern,
                                        .doc = "The second colour of a pattern."}),
            choice(&Sheet::pattern,
                   Words<Pattern>{{"plain", Pattern::Plain},
                                  {"woven", Pattern::Woven},
                                  {"checks", Pattern::Checks},
                                  {"stripes", Pattern::Stripes}},
                   {.key = "pattern", .doc = "What is drawn on it."}),
            parameter(&Sheet::pattern_size, {.key = "pattern_size",
                                             .unit = "m",
                                             .range = above(0),
                                             .when = of_pattern,
                                             .doc = "Length of one repeat."})};
}

Section sheetSection() {
    return many("cloth", 256, &Part::sheets,
                "Cloth: a rectangle or any surface of triangles that bends, stretches and folds.",
                joined({shapeRows(), materialRows(), environment::flowRows(&Sheet::wind, &Sheet::turbulence),
                        contactRows(), appearanceRows()}));
}

Section attachmentSection() {
    const Condition near{"where", {"near"}};
    return many(
        "cloth_attachment", 1024, &Part::attachments,
        "Holds points of a cloth where they are at the start, or to a wall or body that moves.",
        {parameter(&Attachment::sheet,
                   {.key = "cloth", .required = true, .refers_to = "cloth", .doc = "The cloth."}),
         parameter(&Attachment::where,
                   {.key = "where",
                    .choices = {"near", "left", "right", "top", "bottom", "corners", "top-corners"},
                    .doc = "Which points: those near `at`, or of a rectangle these sides or "
                           "corners."}),
         parameter(&Attachment::at, {.key = "at",
                                     .unit = "m",
                                     .when = near,
                                     .required = true,
                                     .doc = "A place: points near it are held."}),
         parameter(
             &Attachment::within,
             {.key = "within", .unit = "m", .range = atLeast(0), .when = near, .doc = "Distance from `at`."}),
         parameter(&Attachment::wall,
                   {.key = "wall", .doc = "Name of a wall or body with which the points move; empty: none."}),
         parameter(&Attachment::stiffness, {.key = "stiffness",
                                            .unit = "N/m",
                                            .range = above(0),
                                            .absent = "firm",
                                            .doc = "Of a spring at each point; firm: the points are held."}),
         parameter(&Attachment::damping, {.key = "damping",
                                          .unit = "N s/m",
                                          .range = atLeast(0),
                                          .doc = "Of a damper at each point, beside its spring."}),
         parameter(&Attachment::release, {.key = "release",
                                          .unit = "s",
                                          .range = atLeast(0),
                                          .absent = "never",
                                          .doc = "When the attachment is released."}),
         parameter(&Attachment::breaks_at,
                   {.key = "breaks_at",
                    .unit = "N",
                    .range = above(0),
                    .absent = "never",
                    .doc = "Force at one of its points at which it breaks there, for good."})});
}

Section solverSection() {
    const Condition implicit{"method", {"implicit"}};
    return single(
        "cloth_solver", &Part::solver, "How all cloth of the scene is stepped.",
        {choice(&Solver::method, Words<Method>{{"implicit", Method::Implicit}, {"lab", Method::Explicit}},
                {.key = "method",
                 .doc = "implicit: stable for any stiffness (XPBD in small steps); lab: springs and "
                        "dampers as explicit forces with leap-frog, whose step follows from the "
                        "stiffness."}),
         parameter(&Solver::dt, {.key = "dt",
                                 .unit = "s",
                                 .range = above(0),
                                 .absent = "auto",
                                 .doc = "Longest step. auto: 1/60 s; with lab what is stable."}),
         parameter(
             &Solver::substeps,
             {.key = "substeps",
              .range = between(1, 1000),
              .when = implicit,
              .doc = "Small steps within the longest step, fewer in shorter ones: stretch and damping by the "
                     "solver fall with their number."}),
         parameter(&Solver::iterations, {.key = "iterations",
                                         .range = between(1, 1000),
                                         .when = implicit,
                                         .doc = "Passes over all springs within a small step."})});
}

}  // namespace

std::vector<Section> sections() { return {sheetSection(), attachmentSection(), solverSection()}; }

}  // namespace talus::cloth
