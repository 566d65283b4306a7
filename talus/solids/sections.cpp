#include "talus/solids/sections.h"

#include <algorithm>

#include "talus/environment/sections.h"

namespace talus::solids {

using namespace settings;

namespace {

/// The number of entries that are of the scene file; those that chains make come after them.
template <class T>
std::function<std::size_t(const void*)> ofFile(std::vector<T> Part::*list) {
    return [list](const void* owner) {
        const auto& all = static_cast<const Part*>(owner)->*list;
        return static_cast<std::size_t>(std::ranges::count_if(all, [](const T& one) { return !one.made; }));
    };
}

}  // namespace

Section bodySection() {
    const Condition box{"shape", {"box"}}, mesh{"shape", {"mesh"}}, free{"motion", {"free"}};
    const Condition free_mesh{"shape", {"mesh"}};
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
        parameter(&Body::parts,
                  {.key = "parts",
                   .range = between(1, 256),
                   .when = free_mesh,
                   .doc = "Convex parts at most as which it collides; 1: its convex hull. Fewer "
                          "are taken where they suffice; talus check says how many."}),
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
        parameter(&Body::friction,
                  {.key = "friction",
                   .range = atLeast(0),
                   .when = free,
                   .absent = "material",
                   .doc = "Coulomb friction with walls and ground; with another body the smaller of the two. "
                          "\"material\": the smaller of those of its material and of that which it touches; "
                          "0.5 if its material has none. Friction with grains is that of their [[contact]], "
                          "with continuum sand "
                          "that of its material."}),
        parameter(
            &Body::rolling,
            {.key = "rolling",
             .range = atLeast(0),
             .when = free,
             .doc =
                 "Rolling resistance on soil: the moment is the ground's force times a lever arm of rolling "
                 "times the radius of the pressed patch, for a ball at depth z also times R/(R - z)."}),
        parameter(&Body::restitution,
                  {.key = "restitution",
                   .range = between(0, 1),
                   .when = free,
                   .absent = "material",
                   .doc = "Restitution on walls and rigid ground; with another body the "
                          "root mean square of the two. \"material\": that of its material "
                          "and of that which it touches; 0.3 if its material has none."}),
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
    Section section =
        many("body", 16384, &Part::bodies,
             "A rigid body. Grains and water meet it as they meet walls, and it presses [soil] down. Free "
             "bodies collide with each other, with walls, prescribed bodies and ground; a free mesh "
             "collides as convex parts.",
             std::move(rows));
    section.size = ofFile(&Part::bodies);
    return section;
}

Section jointSection() {
    using Kind = Joint::Kind;
    const Condition hinge{"kind", {"hinge"}}, slider{"kind", {"slider"}}, along{"kind", {"hinge", "slider"}};
    const Condition spring{"kind", {"spring"}}, between{"kind", {"rope", "spring"}};
    std::vector<Parameter> rows{
        parameter(&Joint::name,
                  {.key = "name", .required = true, .identifier = true, .doc = "Name of the joint."}),
        choice(
            &Joint::kind,
            Words<Kind>{{"ball", Kind::Ball},
                        {"hinge", Kind::Hinge},
                        {"slider", Kind::Slider},
                        {"fixed", Kind::Fixed},
                        {"rope", Kind::Rope},
                        {"spring", Kind::Spring}},
            {.key = "kind",
             .doc = "ball: a common point; hinge: turns about an axis; slider: moves along an axis; fixed; "
                    "rope: two points at most a length apart; spring: two points pulled to a length apart."}),
        parameter(&Joint::first,
                  {.key = "first", .required = true, .refers_to = "body", .doc = "A body that it holds."}),
        parameter(&Joint::second, {.key = "second",
                                   .doc = "What it is held to: another body, or a wall, with which it moves; "
                                          "empty: a fixed place."}),
        parameter(&Joint::point,
                  {.key = "point",
                   .unit = "m",
                   .required = true,
                   .doc = "Where it holds the first body, at the start, in the scene's frame."}),
        parameter(&Joint::end, {.key = "end",
                                .unit = "m",
                                .when = between,
                                .required = true,
                                .doc = "Where it holds the second, at the start, in the scene's frame."}),
        parameter(&Joint::axis, {.key = "axis",
                                 .when = along,
                                 .doc = "Direction of the axis at the start. Its length has no meaning."}),
        parameter(&Joint::lower,
                  {.key = "lower",
                   .unit = "rad",
                   .when = hinge,
                   .absent = "none",
                   .doc = "Least angle, by the right-hand rule about the axis; 0 at the start. A hinge with "
                          "one limit stops 3/4 of a turn from it, too."}),
        parameter(&Joint::lower, {.key = "lower",
                                  .unit = "m",
                                  .when = slider,
                                  .absent = "none",
                                  .doc = "Least path along the axis; 0 at the start."}),
        parameter(&Joint::upper,
                  {.key = "upper", .unit = "rad", .when = hinge, .absent = "none", .doc = "Largest angle."}),
        parameter(&Joint::upper,
                  {.key = "upper", .unit = "m", .when = slider, .absent = "none", .doc = "Largest path."}),
        parameter(&Joint::speed,
                  {.key = "speed",
                   .unit = "rad/s",
                   .when = hinge,
                   .doc = "Angular velocity of the first body against the second that a motor keeps up."}),
        parameter(&Joint::speed,
                  {.key = "speed",
                   .unit = "m/s",
                   .when = slider,
                   .doc = "Speed of the first body against the second that a motor keeps up."}),
        parameter(&Joint::strength, {.key = "strength",
                                     .unit = "N m",
                                     .range = atLeast(0),
                                     .when = hinge,
                                     .doc = "Largest torque of the motor; 0: there is no motor."}),
        parameter(&Joint::strength, {.key = "strength",
                                     .unit = "N",
                                     .range = atLeast(0),
                                     .when = slider,
                                     .doc = "Largest force of the motor; 0: there is no motor."}),
        parameter(&Joint::length, {.key = "length",
                                   .unit = "m",
                                   .range = atLeast(0),
                                   .when = between,
                                   .absent = "start",
                                   .doc = "Length of a rope, or of a spring without force; \"start\": the "
                                          "distance at the start."}),
        parameter(&Joint::stiffness, {.key = "stiffness",
                                      .unit = "N/m",
                                      .range = atLeast(0),
                                      .when = spring,
                                      .doc = "Force of the spring for each metre."}),
        parameter(&Joint::damping, {.key = "damping",
                                    .unit = "N s/m",
                                    .range = atLeast(0),
                                    .when = spring,
                                    .doc = "Force against the speed along the spring."}),
        parameter(&Joint::breaks_at, {.key = "breaks_at",
                                      .unit = "N",
                                      .range = above(0),
                                      .absent = "never",
                                      .doc = "Force at which it breaks, for good."}),
        parameter(&Joint::collide, {.key = "collide",
                                    .doc = "Whether the two things that it joins collide with each other."})};
    Section section = many(
        "joint", 4096, &Part::joints,
        "Holds a body to another body, a wall, or a fixed place. stats.csv has the mean force and torque "
        "on the first body (joint.NAME.fx, ...).",
        std::move(rows));
    section.size = ofFile(&Part::joints);
    return section;
}

Section chainSection() {
    using Held = Chain::Held;
    return many(
        "chain", 64, &Part::chains,
        "A chain of links, which are bodies, held to each other by ball joints. It starts straight, or as "
        "two "
        "straight halves that hang down. stats.csv has the mean force at its ends (joint.NAME-from.fx, "
        "joint.NAME-to.fx, ...).",
        {parameter(&Chain::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the chain."}),
         parameter(
             &Chain::material,
             {.key = "material", .required = true, .refers_to = "material", .doc = "Material of its links."}),
         parameter(
             &Chain::from,
             {.key = "from", .unit = "m", .required = true, .doc = "Where it begins, in the scene's frame."}),
         parameter(&Chain::to,
                   {.key = "to", .unit = "m", .required = true, .doc = "Where it ends at the start."}),
         parameter(&Chain::first,
                   {.key = "first", .doc = "The body or wall that holds its begin; empty: a fixed place."}),
         parameter(&Chain::last,
                   {.key = "last", .doc = "The body or wall that holds its end; empty: a fixed place."}),
         choice(&Chain::held, Words<Held>{{"both", Held::Both}, {"from", Held::From}},
                {.key = "held", .doc = "Which ends are held: both, or its begin alone."}),
         parameter(&Chain::links, {.key = "links", .range = between(2, 1000), .doc = "Number of links."}),
         parameter(&Chain::length, {.key = "length",
                                    .unit = "m",
                                    .range = above(0),
                                    .absent = "straight",
                                    .doc = "Length; \"straight\": from one end to the other."}),
         parameter(&Chain::thickness, {.key = "thickness",
                                       .unit = "m",
                                       .range = above(0),
                                       .doc = "Diameter of its links, which are capsules."}),
         parameter(&Chain::mass_per_length, {.key = "mass_per_length",
                                             .unit = "kg/m",
                                             .range = above(0),
                                             .absent = "material",
                                             .doc = "Mass for each metre; \"material\": from the size of the "
                                                    "links and the density."}),
         parameter(&Chain::breaks_at, {.key = "breaks_at",
                                       .unit = "N",
                                       .range = above(0),
                                       .absent = "never",
                                       .doc = "Force at which it breaks, at the joint that bears it."}),
         parameter(&Chain::friction, {.key = "friction",
                                      .range = atLeast(0),
                                      .absent = "material",
                                      .doc = "Coulomb friction of its links, as that of a [[body]]."})});
}

}  // namespace talus::solids
