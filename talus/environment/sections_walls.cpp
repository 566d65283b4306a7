#include "talus/environment/sections.h"

namespace talus::environment {

using namespace settings;
namespace {

// Where a key of a wall applies.
const Condition plane{"shape", {"plane"}};
const Condition rectangle{"shape", {"rectangle"}};
const Condition disc{"shape", {"disc"}};
const Condition box{"shape", {"box-inside", "box-outside"}};
const Condition sphere{"shape", {"sphere-inside", "sphere-outside"}};
const Condition capsule{"shape", {"capsule"}};
const Condition cone{"shape", {"cone"}};
const Condition cylinder{"shape", {"cylinder-inside", "cylinder-outside"}};
const Condition along_a_line{"shape", {"cylinder-inside", "cylinder-outside", "cone"}};
const Condition shell{"shape", {"cylinder-inside", "cone"}};

std::vector<Parameter> flatShapes() {
    return {
        parameterOf<Wall>([](Wall & w) -> auto& { return w.plane.point; },
                          {.key = "point", .unit = "m", .when = plane, .doc = "Any point of the plane."}),
        parameterOf<Wall>(
            [](Wall & w) -> auto& { return w.plane.normal; },
            {.key = "normal", .when = plane, .doc = "Direction towards the grains, of any length."}),
        parameterOf<Wall>(
            [](Wall & w) -> auto& { return w.disc.normal; },
            {.key = "normal", .when = disc, .doc = "Direction at right angles to the disc, of any length."}),
        parameterOf<Wall>([](Wall & w) -> auto& { return w.rectangle.corner; },
                          {.key = "corner",
                           .unit = "m",
                           .when = rectangle,
                           .required = true,
                           .doc = "One corner of the plate, which is thin and has two sides."}),
        parameterOf<Wall>([](Wall & w) -> auto& { return w.rectangle.u; },
                          {.key = "edge_u",
                           .unit = "m",
                           .when = rectangle,
                           .required = true,
                           .doc = "Vector from that corner to the next one."}),
        parameterOf<Wall>(
            [](Wall & w) -> auto& { return w.rectangle.v; },
            {.key = "edge_v",
             .unit = "m",
             .when = rectangle,
             .required = true,
             .doc = "Vector from that corner to the corner on its other side, at right angles to edge_u."}),
        parameterOf<Wall>(
            [](Wall & w) -> auto& { return w.box.min; },
            {.key = "min", .unit = "m", .when = box, .required = true, .doc = "Lowest corner."}),
        parameterOf<Wall>(
            [](Wall & w) -> auto& { return w.box.max; },
            {.key = "max", .unit = "m", .when = box, .required = true, .doc = "Highest corner."}),
        parameter(&Wall::open,
                  {.key = "open",
                   .when = {"shape", {"box-inside"}},
                   .choices = {"-x", "+x", "-y", "+y", "-z", "+z"},
                   .doc = "Sides that are left out: [\"+z\"] is a tray. The remaining sides are then thin "
                          "plates with two faces that end at the edges of the box."})};
}

std::vector<Parameter> roundShapes() {
    return {parameterOf<Wall>([](Wall & w) -> auto& { return w.sphere.centre; },
                              {.key = "centre", .unit = "m", .when = sphere, .doc = "Centre of the sphere."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.disc.centre; },
                              {.key = "centre", .unit = "m", .when = disc, .doc = "Centre of the disc."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.cone.from; },
                              {.key = "from",
                               .unit = "m",
                               .when = along_a_line,
                               .required = true,
                               .doc = "Centre of one end."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.capsule.from; },
                              {.key = "from",
                               .unit = "m",
                               .when = capsule,
                               .required = true,
                               .doc = "One end of the capsule's centre line."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.cone.to; },
                              {.key = "to",
                               .unit = "m",
                               .when = along_a_line,
                               .required = true,
                               .doc = "Centre of the other end."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.capsule.to; },
                              {.key = "to",
                               .unit = "m",
                               .when = capsule,
                               .required = true,
                               .doc = "The other end of the capsule's centre line."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.sphere.radius; },
                              {.key = "radius",
                               .unit = "m",
                               .range = above(0),
                               .when = sphere,
                               .required = true,
                               .doc = "Radius of the sphere."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.disc.radius; },
                              {.key = "radius",
                               .unit = "m",
                               .range = above(0),
                               .when = disc,
                               .required = true,
                               .doc = "Radius of the disc, which is thin and has two sides."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.capsule.radius; },
                              {.key = "radius",
                               .unit = "m",
                               .range = above(0),
                               .when = capsule,
                               .required = true,
                               .doc = "Distance of the surface from the centre line."}),
            parameterOf<Wall>(
                [](Wall & w) -> auto& { return w.cone.radius; },
                {.key = "radius",
                 .unit = "m",
                 .range = above(0),
                 .when = cylinder,
                 .required = true,
                 .doc = "Radius of the cylinder. \"cylinder-inside\" is a thin tube that grains touch "
                        "from outside too, \"cylinder-outside\" a solid rod."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.cone.radius; },
                              {.key = "radius",
                               .unit = "m",
                               .range = atLeast(0),
                               .when = cone,
                               .required = true,
                               .doc = "Radius at 'from'. A cone is a thin shell with two sides: a funnel."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.cone.end_radius; },
                              {.key = "end_radius",
                               .unit = "m",
                               .range = atLeast(0),
                               .when = cone,
                               .required = true,
                               .doc = "Radius at 'to'."}),
            parameter(&Wall::caps,
                      {.key = "caps",
                       .when = shell,
                       .choices = {"from", "to"},
                       .doc = "Ends that are closed by a disc: [\"from\"] makes a beaker, both a drum."}),
            parameterOf<Wall>([](Wall & w) -> auto& { return w.disc.hole; },
                              {.key = "hole",
                               .unit = "m",
                               .range = atLeast(0),
                               .when = disc,
                               .doc = "Radius of a round hole in the middle; 0: none."})};
}

std::vector<Parameter> meshShape() {
    const Condition mesh{"shape", {"mesh"}};
    return {
        parameter(
            &Wall::file,
            {.key = "file",
             .when = mesh,
             .required = true,
             .doc =
                 "STL, OBJ or PLY file, relative to the scene's folder. The surface is thin and has two "
                 "sides; for continuum sand a closed one that faces outwards is solid, unless a whole block "
                 "or spout is inside."}),
        parameter(&Wall::scale, {.key = "scale",
                                 .range = between(1e-9, 1e9),
                                 .when = mesh,
                                 .doc = "Metres per unit of the file: 0.001 for millimetres."}),
        parameter(
            &Wall::rotation,
            {.key = "rotation",
             .unit = "rad",
             .when = mesh,
             .doc = "After scaling, the mesh is rotated about the origin: axis times angle, for example "
                    "[\"90 deg\", 0, 0]."}),
        parameter(&Wall::position, {.key = "position",
                                    .unit = "m",
                                    .when = mesh,
                                    .doc = "After rotation, the mesh is displaced by this vector."})};
}

}  // namespace

Section wallSection() {
    std::vector<Parameter> rows{
        parameter(&Wall::name,
                  {.key = "name", .required = true, .identifier = true, .doc = "Name of the wall."}),
        parameter(&Wall::material, {.key = "material",
                                    .required = true,
                                    .refers_to = "material",
                                    .doc = "Material of its surface."}),
        choice(
            &Wall::kind,
            Words<Wall::Kind>{{"plane", Wall::Kind::Plane},
                              {"rectangle", Wall::Kind::Rectangle},
                              {"disc", Wall::Kind::Disc},
                              {"box-inside", Wall::Kind::BoxInside},
                              {"box-outside", Wall::Kind::BoxOutside},
                              {"sphere-inside", Wall::Kind::SphereInside},
                              {"sphere-outside", Wall::Kind::SphereOutside},
                              {"cylinder-inside", Wall::Kind::CylinderInside},
                              {"cylinder-outside", Wall::Kind::CylinderOutside},
                              {"cone", Wall::Kind::Cone},
                              {"capsule", Wall::Kind::Capsule},
                              {"mesh", Wall::Kind::Mesh}},
            {.key = "shape",
             .doc = "Shape and free side: \"-inside\" keeps grains within, \"-outside\" is an obstacle."})};
    for (auto& part : {flatShapes(), roundShapes(), meshShape()})
        rows.insert(rows.end(), part.begin(), part.end());
    rows.push_back(parameter(&Wall::visible, {.key = "visible", .doc = "Whether pictures show it."}));
    rows.push_back(parameter(&Wall::group, {.key = "group", .doc = group_doc}));
    rows.push_back(parameter(&Wall::parent, {.key = "parent", .doc = parent_doc}));
    Section section =
        many("wall", 1024, &Environment::walls,
             "A surface that grains and water touch. It moves only by a [[motion]]: its own, or one of its "
             "group or parent.",
             std::move(rows));
    // Walls that stand for bodies come after those of the file.
    section.size = [](const void* owner) {
        const auto& environment = *static_cast<const Environment*>(owner);
        return static_cast<std::size_t>(std::count_if(environment.walls.begin(), environment.walls.end(),
                                                      [](const Wall& w) { return !w.made; }));
    };
    return section;
}

Section motionSection() {
    const Condition translate{"kind", {"translate"}}, rotate{"kind", {"rotate"}},
        vibrate{"kind", {"vibrate"}}, keyframes{"kind", {"keyframes"}},
        timed{"kind", {"translate", "rotate", "vibrate"}}, around{"kind", {"rotate", "keyframes"}};
    Section section = many(
        "motion", 1024, &Environment::motions,
        "Moves a wall, a prescribed body or a group of them as a function of time. Several motions of one "
        "wall are applied one after another, in their order: a later motion also moves the axes of the "
        "earlier "
        "ones. After its own motions come those of its group, then those of its parent.",
        {parameter(&Motion::wall, {.key = "wall",
                                   .required = true,
                                   .refers_to = "wall",
                                   .or_to = "body",
                                   .or_word_of = "group",
                                   .doc = "The wall, body or group that moves."}),
         choice(&Motion::kind,
                Words<Motion::Kind>{{"translate", Motion::Kind::Translate},
                                    {"rotate", Motion::Kind::Rotate},
                                    {"vibrate", Motion::Kind::Vibrate},
                                    {"keyframes", Motion::Kind::Keyframes}},
                {.key = "kind", .doc = "How it moves."}),
         parameter(
             &Motion::velocity,
             {.key = "velocity", .unit = "m/s", .when = translate, .required = true, .doc = "Velocity."}),
         parameter(&Motion::axis,
                   {.key = "axis", .when = rotate, .doc = "Direction of the axis, of any length."}),
         parameter(&Motion::point,
                   {.key = "point", .unit = "m", .when = around, .doc = "A point of the axis."}),
         parameter(&Motion::rate, {.key = "rate",
                                   .unit = "rad/s",
                                   .when = rotate,
                                   .required = true,
                                   .doc = "Counter-clockwise seen from where the axis points to, such as "
                                          "\"30 rpm\"; negative: clockwise."}),
         parameter(
             &Motion::direction,
             {.key = "direction", .when = vibrate, .doc = "Direction of the vibration, of any length."}),
         parameter(&Motion::amplitude,
                   {.key = "amplitude",
                    .unit = "m",
                    .range = atLeast(0),
                    .when = vibrate,
                    .required = true,
                    .doc = "A of the displacement A (sin(2 pi f t + phase) - sin(phase))."}),
         parameter(&Motion::frequency, {.key = "frequency",
                                        .unit = "Hz",
                                        .range = above(0),
                                        .when = vibrate,
                                        .required = true,
                                        .doc = "f: cycles per second, counted from 'start'."}),
         parameter(&Motion::phase,
                   {.key = "phase",
                    .unit = "rad",
                    .when = vibrate,
                    .doc = "Phase at the start of the vibration. Whatever the phase, the wall starts at its "
                           "own position."}),
         parameter(&Motion::start, {.key = "start",
                                    .unit = "s",
                                    .range = atLeast(0),
                                    .when = timed,
                                    .doc = "Before this time it does not move."}),
         parameter(&Motion::stop, {.key = "stop",
                                   .unit = "s",
                                   .range = above(0),
                                   .when = timed,
                                   .absent = "never",
                                   .doc = "From this time on the wall stays where it is."}),
         parameterOf<Motion>([](Motion & m) -> auto& { return m.keyframes.times; },
                             {.key = "times",
                              .unit = "s",
                              .range = atLeast(0),
                              .when = keyframes,
                              .required = true,
                              .doc = "Increasing times, at least two. Between two of them the wall moves "
                                     "at a constant rate; before the first and after the last it rests."}),
         parameterOf<Motion>([](Motion & m) -> auto& { return m.keyframes.positions; },
                             {.key = "positions",
                              .unit = "m",
                              .when = keyframes,
                              .doc = "Displacement at each of the times; empty: the wall is not displaced."}),
         parameterOf<Motion>(
             [](Motion & m) -> auto& { return m.keyframes.rotations; },
             {.key = "rotations",
              .unit = "rad",
              .when = keyframes,
              .doc = "Rotation about 'point' at each of the times, as axis times angle: [0, 0, \"90 deg\"] "
                     "is a quarter turn about z; empty: the wall does not rotate."}),
         parameter(
             &Motion::design_speed,
             {.key = "design_speed",
              .unit = "m/s",
              .range = atLeast(0),
              .when = keyframes,
              .absent = "keyframes",
              .doc = "Speed for which contacts and time step are chosen; \"keyframes\": the largest of the "
                     "keyframes. Motions by hand have 0."})});
    section.size = [](const void* owner) {
        const auto& environment = *static_cast<const Environment*>(owner);
        return static_cast<std::size_t>(std::count_if(environment.motions.begin(), environment.motions.end(),
                                                      [](const Motion& m) { return !m.copy_of; }));
    };
    return section;
}

Section sinkSection() {
    const Condition by_plane{"shape", {"plane"}}, by_box{"shape", {"box"}};
    return many(
        "sink", 1024, &Environment::sinks,
        "Removes grains, and particles of sand, water and particle systems, whose centre enters it, and "
        "counts "
        "them in stats.csv: grains as sink.NAME.count and sink.NAME.mass, the others for all sinks together "
        "as "
        "sand.sunk, water.sunk and particles.SYSTEM.sunk. Grains that fall off all ground and walls are "
        "removed without a sink: fallen.count and "
        "fallen.mass.",
        {parameter(&Sink::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the sink."}),
         choice(&Sink::kind, Words<Sink::Kind>{{"plane", Sink::Kind::Plane}, {"box", Sink::Kind::Box}},
                {.key = "shape", .doc = "Everything behind a plane, or everything in a box."}),
         parameterOf<Sink>([](Sink & s) -> auto& { return s.plane.point; },
                           {.key = "point", .unit = "m", .when = by_plane, .doc = "Any point of the plane."}),
         parameterOf<Sink>([](Sink & s) -> auto& { return s.plane.normal; },
                           {.key = "normal",
                            .when = by_plane,
                            .doc = "Direction, of any length, towards the grains that stay."}),
         parameterOf<Sink>(
             [](Sink & s) -> auto& { return s.box.min; },
             {.key = "min", .unit = "m", .when = by_box, .required = true, .doc = "Lowest corner."}),
         parameterOf<Sink>(
             [](Sink & s) -> auto& { return s.box.max; },
             {.key = "max", .unit = "m", .when = by_box, .required = true, .doc = "Highest corner."})});
}

}  // namespace talus::environment
