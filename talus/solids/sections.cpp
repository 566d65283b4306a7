#include "talus/solids/sections.h"

#include "talus/environment/sections.h"

namespace talus::solids {

using namespace settings;

Section bodySection() {
    const Condition box{"shape", {"box"}}, mesh{"shape", {"mesh"}}, free{"motion", {"free"}};
    const Condition prescribed{"motion", {"prescribed"}};
    const Condition round{"shape", {"sphere", "capsule", "cylinder"}},
        lengthy{"shape", {"capsule", "cylinder"}};
    std::vector<Parameter> rows{
        parameter(&Body::name,
                  {.key = "name", .required = true, .identifier = true, .doc = "Name of the body."}),
        parameter(&Body::material, {.key = "material",
                                    .required = true,
                                    .refers_to = "material",
                                    .doc = "Material of its surface, and its colour."}),
        choice(&Body::shape,
               Words<Body::Shape>{{"sphere", Body::Shape::Sphere},
                                  {"box", Body::Shape::Box},
                                  {"capsule", Body::Shape::Capsule},
                                  {"cylinder", Body::Shape::Cylinder},
                                  {"mesh", Body::Shape::Mesh}},
               {.key = "shape", .doc = "Shape. The axis of capsules and cylinders is the body's z axis."}),
        parameter(&Body::radius, {.key = "radius",
                                  .unit = "m",
                                  .range = above(0),
                                  .when = round,
                                  .required = true,
                                  .doc = "Radius."}),
        parameter(&Body::length, {.key = "length",
                                  .unit = "m",
                                  .range = above(0),
                                  .when = lengthy,
                                  .required = true,
                                  .doc = "Length; for a capsule between the centres of its hemispheres."}),
        parameter(&Body::size, {.key = "size",
                                .unit = "m",
                                .range = above(0),
                                .when = box,
                                .required = true,
                                .doc = "Lengths of the sides along the body's x, y and z axes."}),
        parameter(&Body::file,
                  {.key = "file",
                   .when = mesh,
                   .required = true,
                   .doc = "STL, OBJ or PLY file of a closed surface, relative to the scene's folder."}),
        parameter(&Body::scale, {.key = "scale",
                                 .range = between(1e-9, 1e9),
                                 .when = mesh,
                                 .doc = "Metres per unit of the file: 0.001 for millimetres."}),
        parameter(&Body::position,
                  {.key = "position",
                   .unit = "m",
                   .required = true,
                   .doc = "Position of its centre at the start; for a mesh, of the file's origin."}),
        parameter(&Body::rotation, {.key = "rotation",
                                    .unit = "rad",
                                    .doc = "Rotation about that point at the start, as axis times angle: "
                                           "[\"90 deg\", 0, 0] turns the axis of a cylinder to y."}),
        choice(&Body::motion,
               Words<Body::Motion>{{"free", Body::Motion::Free}, {"prescribed", Body::Motion::Prescribed}},
               {.key = "motion",
                .doc = "\"free\": it moves by forces; \"prescribed\": it moves only as the [[motion]] tables "
                       "with its name say; their positions are in the scene's frame."}),
        parameter(&Body::velocity,
                  {.key = "velocity", .unit = "m/s", .when = free, .doc = "Velocity at the start."}),
        parameter(&Body::spin,
                  {.key = "spin", .unit = "rad/s", .when = free, .doc = "Angular velocity at the start."}),
        parameter(&Body::density, {.key = "density",
                                   .unit = "kg/m^3",
                                   .range = above(0),
                                   .when = free,
                                   .absent = "material",
                                   .doc = "Density; \"material\": that of its material."}),
        parameter(&Body::mass, {.key = "mass",
                                .unit = "kg",
                                .range = above(0),
                                .when = free,
                                .absent = "density",
                                .doc = "Mass; \"density\": from density and volume."}),
        parameter(&Body::friction, {.key = "friction",
                                    .range = atLeast(0),
                                    .when = free,
                                    .doc = "Coulomb friction with ground and walls; friction with grains is "
                                           "that of their [[contact]]."}),
        parameter(
            &Body::rolling,
            {.key = "rolling",
             .range = atLeast(0),
             .when = free,
             .doc =
                 "Rolling resistance on soil: the moment is the ground's force times a lever arm of rolling "
                 "times the radius of the pressed patch, for a ball at depth z also times R/(R - z)."}),
        parameter(&Body::restitution, {.key = "restitution",
                                       .range = between(0, 1),
                                       .when = free,
                                       .doc = "Restitution of a ball on rigid ground and walls."}),
        parameterOf<Body>(
            [](Body & b) -> auto& { return b.presence.enters; },
            {.key = "enters",
             .unit = "s",
             .range = atLeast(0),
             .doc = "When it appears. Until then it stays at its position, nothing touches it, and "
                    "pictures do not show it."}),
        parameterOf<Body>([](Body & b) -> auto& { return b.presence.leaves; },
                          {.key = "leaves",
                           .unit = "s",
                           .range = above(0),
                           .absent = "never",
                           .doc = "When it disappears; later than 'enters'."}),
        parameter(&Body::visible, {.key = "visible", .doc = "Whether pictures show it."}),
        parameter(&Body::group, {.key = "group", .when = prescribed, .doc = environment::group_doc}),
        parameter(&Body::parent, {.key = "parent", .when = prescribed, .doc = environment::parent_doc})};
    return many("body", 256, &Part::bodies,
                "A rigid body. Grains collide with it as with walls, and it presses [soil] down. Free balls "
                "also collide with walls, prescribed bodies and rigid ground; free bodies of other shapes "
                "collide only with soil and grains. Free bodies do not collide with each other.",
                std::move(rows));
}

}  // namespace talus::solids
