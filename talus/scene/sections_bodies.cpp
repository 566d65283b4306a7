#include "talus/scene/sections.h"

namespace talus::scene {

Section soilSection() {
    using ground::Soil;
    const Condition poncelet{"response", {"poncelet"}}, thesis{"response", {"thesis"}};
    std::vector<Parameter> rows{
        choice(&Soil::kind,
               Words<Soil::Kind>{
                   {"sand", Soil::Kind::Sand}, {"mud", Soil::Kind::Mud}, {"snow", Soil::Kind::Snow}},
               {.key = "kind", .doc = "What the keys below are where they are not given."}),
        parameter(
            &Soil::outside,
            {.key = "outside",
             .unit = "rad",
             .range = {.min = 0, .max = 1.5707, .open_min = true},
             .absent = "preset",
             .doc = "Ground at rest slides once it is steeper than this. sand 25 deg, mud 63 deg, snow 90 "
                    "deg."}),
        parameter(&Soil::stop, {.key = "stop",
                                .unit = "rad",
                                .range = {.min = 0, .max = 1.5707, .open_min = true},
                                .absent = "preset",
                                .doc = "And slides until it is no steeper than this, at most 'outside'."}),
        parameter(&Soil::inside,
                  {.key = "inside",
                   .unit = "rad",
                   .range = {.min = 0, .max = 1.5707, .open_min = true},
                   .absent = "preset",
                   .doc = "Both of these where a body touches the ground, at least 'outside'."}),
        parameter(&Soil::fraction,
                  {.key = "fraction",
                   .range = {.min = 0, .max = 0.5, .open_min = true},
                   .absent = "preset",
                   .doc = "Of the height that is too much, the share that slides in one sweep."}),
        parameter(
            &Soil::alpha,
            {.key = "alpha",
             .range = between(0, 1),
             .absent = "preset",
             .doc = "Of the volume that a body takes, the share that goes beside it; the rest is pressed "
                    "together. sand 0.3, mud 0.41, snow 0."}),
        parameter(&Soil::depth,
                  {.key = "depth",
                   .unit = "m",
                   .range = above(0),
                   .absent = "unlimited",
                   .doc = "How deep the ground can be dug at the start; below that is bedrock."}),
        parameter(&Soil::packing,
                  {.key = "packing",
                   .range = {.min = 0, .max = 1, .open_min = true},
                   .doc = "Share of its volume that is grains; with the density of its material, that of the "
                          "ground."}),
        choice(
            &Soil::model,
            Words<Soil::Model>{{"poncelet", Soil::Model::Poncelet}, {"thesis", Soil::Model::Thesis}},
            {.key = "response",
             .doc = "How it brakes a free body that sinks in: \"poncelet\" by friction that grows with depth "
                    "and a drag by inertia; \"thesis\" carries the weight, and the speed decays."}),
        parameter(
            &Soil::stiffness,
            {.key = "stiffness",
             .unit = "N/m",
             .range = above(0),
             .when = poncelet,
             .absent = "auto",
             .doc = "k of the friction k z at a depth z; \"auto\": 12 mu m g/D sqrt(rho_g/rho_b), for a "
                    "ball of the body's volume, mu = tan(outside) but at most 0.7."}),
        parameter(&Soil::drag_length, {.key = "drag_length",
                                       .unit = "m",
                                       .range = above(0),
                                       .when = poncelet,
                                       .absent = "auto",
                                       .doc = "d of the drag m v^2/d; \"auto\": 0.25 D rho_b/(mu rho_g)."}),
        parameter(&Soil::rate, {.key = "rate",
                                .unit = "1/s",
                                .range = above(0),
                                .when = thesis,
                                .doc = "Of the decay: a body of speed v sinks v/rate deep."}),
        parameter(&Soil::interval,
                  {.key = "interval",
                   .unit = "s",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "Simulated time from one slide of the ground to the next; \"auto\": an eighth of "
                          "time.frame_interval."}),
        parameter(&Soil::sweeps, {.key = "sweeps",
                                  .range = between(1, 100000),
                                  .doc = "Of each slide at most: what still moves goes on in the next."})};
    return {.name = "soil",
            .doc =
                "Lets [ground] give way: bodies press it down, and it slides where it is too steep. Without "
                "this table the ground is rigid.",
            .parameters = std::move(rows),
            .size = [](const Scene& scene) -> std::size_t { return scene.soil ? 1 : 0; },
            .object = [](Scene& scene, std::size_t) -> void* {
                if (!scene.soil) scene.soil.emplace();
                return &*scene.soil;
            },
            .append = [](Scene& scene) { scene.soil.emplace(); },
            .defaults = std::make_shared<const Soil>()};
}

Section bodySection() {
    using solids::Body;
    const Condition box{"shape", {"box"}}, mesh{"shape", {"mesh"}}, free{"motion", {"free"}};
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
        parameter(&Body::visible, {.key = "visible", .doc = "Whether pictures show it."})};
    return many<Body>("body", 256, &Scene::bodies,
                      "A rigid body. Grains touch it as they touch walls, and [soil] gives way under it. A "
                      "free ball bounces "
                      "off walls, prescribed bodies and rigid ground; free bodies do not meet each other, "
                      "and those of other "
                      "shapes meet soil and grains alone.",
                      std::move(rows));
}

}  // namespace talus::scene
