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
               {.key = "shape", .doc = "Its shape. Capsules and cylinders lie along their own z axis."}),
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
                                  .doc = "Length; of a capsule between the middles of its round ends."}),
        parameter(&Body::size, {.key = "size",
                                .unit = "m",
                                .range = above(0),
                                .when = box,
                                .required = true,
                                .doc = "Its sides along its own x, y and z."}),
        parameter(&Body::file,
                  {.key = "file",
                   .when = mesh,
                   .required = true,
                   .doc = "STL, OBJ or PLY file of a closed surface, relative to the scene's folder."}),
        parameter(&Body::scale, {.key = "scale",
                                 .range = between(1e-9, 1e9),
                                 .when = mesh,
                                 .doc = "Metres a unit of the file: 0.001 for millimetres."}),
        parameter(&Body::position, {.key = "position",
                                    .unit = "m",
                                    .required = true,
                                    .doc = "Where its middle is at the start; of a mesh the file's origin."}),
        parameter(
            &Body::rotation,
            {.key = "rotation",
             .unit = "rad",
             .doc = "How it is turned about that point at the start, as axis times angle: [\"90 deg\", 0, "
                    "0] lays a cylinder along y."}),
        choice(&Body::motion,
               Words<Body::Motion>{{"free", Body::Motion::Free}, {"prescribed", Body::Motion::Prescribed}},
               {.key = "motion",
                .doc = "\"free\": it falls, rolls and is pushed about; \"prescribed\": it moves only as "
                       "[[motion]]s say that name it, in which places are the scene's."}),
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
        parameter(
            &Body::friction,
            {.key = "friction",
             .range = atLeast(0),
             .when = free,
             .doc = "Coulomb friction with the ground and walls; grains have that of their [[contact]]."}),
        parameter(
            &Body::rolling,
            {.key = "rolling",
             .range = atLeast(0),
             .when = free,
             .doc = "Rolling resistance on soil: the moment of the ground's push at a lever of this, times "
                    "the radius of the patch that it presses, times R/(R - z) for a ball at a depth z."}),
        parameter(&Body::restitution, {.key = "restitution",
                                       .range = between(0, 1),
                                       .when = free,
                                       .doc = "Of a ball that bounces off rigid ground and walls."}),
        parameter(&Body::visible, {.key = "visible", .doc = "Whether pictures show it."}),
        parameter(&Body::group, {.key = "group", .when = prescribed, .doc = environment::group_doc}),
        parameter(&Body::parent, {.key = "parent", .when = prescribed, .doc = environment::parent_doc})};
    return many("body", 256, &Part::bodies,
                "A rigid body. Grains touch it as they touch walls, and [soil] gives way under it. A "
                "free ball bounces "
                "off walls, prescribed bodies and rigid ground; free bodies do not meet each other, "
                "and those of other "
                "shapes meet soil and grains alone.",
                std::move(rows));
}

}  // namespace talus::solids
