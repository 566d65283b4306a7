#include "talus/scene/sections_common.h"

namespace talus::scene {

using namespace settings;
using method::Camera;
using method::Common;
using method::Output;
using method::Render;
using method::Time;
namespace {

Parameter formatRow() {
    Parameter row{.key = "format",
                  .range = between(1, 1),
                  .required = true,
                  .doc = "Version of the scene format; this Talus reads 1."};
    row.kind = Kind::Integer;
    row.get = [](const void*) -> Value { return std::int64_t{1}; };
    row.set = [](void*, const Value&) {};
    return row;
}

/// The range of a colour scale, which has the unit of its field: any.
constexpr Range of_any_field{.min = -1e30, .max = 1e30};

}  // namespace

Section topSection() {
    return {
        .name = "",
        .doc = "Name and description of the scene.",
        .parameters =
            {formatRow(),
             parameter(&Common::name,
                       {.key = "name",
                        .required = true,
                        .identifier = true,
                        .doc = "Name of the scene; results go to out/<name> unless --out says otherwise."}),
             parameter(&Common::summary,
                       {.key = "summary", .doc = "One line about the scene for `talus scenes`."}),
             parameter(
                 &Common::seed,
                 {.key = "seed", .doc = "Seed of all random numbers: the same seed gives the same run."})},
        .size = [](const void*) -> std::size_t { return 1; },
        .object = [](void* owner, std::size_t) -> void* { return owner; },
        .append = [](void*) {},
        .defaults = std::make_shared<const Common>()};
}

Section timeSection() {
    return single(
        "time", &Common::time, "How long to simulate and in which steps.",
        {parameter(&Time::duration, {.key = "duration",
                                     .unit = "s",
                                     .range = above(0),
                                     .doc = "Simulated time at which the run ends."}),
         parameter(&Time::frame_interval, {.key = "frame_interval",
                                           .unit = "s",
                                           .range = above(0),
                                           .doc = "Simulated time from one written frame to the next."}),
         parameter(&Time::dt, {.key = "dt",
                               .unit = "s",
                               .range = above(0),
                               .absent = "auto",
                               .doc = "Longest time step. \"auto\": the longest that the methods allow. The "
                                      "step is shortened so that a frame is a whole number of steps."}),
         parameter(&Time::force_dt,
                   {.key = "force_dt",
                    .doc = "Whether a dt that is too large for the contacts is used anyway, with a warning "
                           "instead of an error. The results are then not reliable."})});
}

Section outputSection(std::vector<std::string_view> fields) {
    return single(
        "output", &Common::output, "What a run writes.",
        {parameter(
             &Output::fields,
             {.key = "fields",
              .choices = std::move(fields),
              .doc = "Fields of each grain in the frames, in addition to its position; "
                     "firm and loose are fields of the cells of [volume]. \"contact_force\" adds a set "
                     "`contacts`: lines between the centres of touching grains, and from them to walls, with "
                     "their force."}),
         parameter(&Output::checkpoint_frames, {.key = "checkpoint_frames",
                                                .range = atLeast(1),
                                                .doc = "Number of frames from one checkpoint to the next."}),
         parameter(&Output::keep_checkpoints,
                   {.key = "keep_checkpoints",
                    .range = atLeast(1),
                    .doc = "Number of checkpoints to keep; older ones are deleted."})});
}

Section renderSection(std::vector<std::string_view> colours) {
    return single(
        "render", &Common::render, "How pictures and the video are drawn.",
        {parameter(&Render::size,
                   {.key = "size",
                    .range = between(16, 8192),
                    .length = 2,
                    .doc = "Width and height of a picture, in pixels; at most 34 million in all."}),
         parameter(&Render::colour,
                   {.key = "colour",
                    .choices = std::move(colours),
                    .doc = "What colours show: the materials (\"material\"), or a field of the grains by a "
                           "colour scale, for vectors their length. \"height\", \"slope\" and \"change\" "
                           "(of the height, since the start) are of the ground; \"cut\" to \"flow\" are of "
                           "ground that water shapes."}),
         parameter(&Render::colour_min,
                   {.key = "colour_min",
                    .range = of_any_field,
                    .absent = "auto",
                    .doc = "Low end of the colour scale, in the field's SI unit; \"auto\": the "
                           "smallest value of each frame."}),
         parameter(&Render::colour_max,
                   {.key = "colour_max",
                    .range = of_any_field,
                    .absent = "auto",
                    .doc = "High end of the colour scale, in the field's SI unit; \"auto\": the "
                           "largest value of each frame."}),
         parameter(&Render::contours,
                   {.key = "contours",
                    .unit = "m",
                    .range = above(0),
                    .absent = "none",
                    .doc = "Difference of height between contour lines of the ground; every "
                           "fifth line is thicker."}),
         parameter(&Render::sun, {.key = "sun", .doc = "Direction from the scene towards the sun."}),
         parameter(&Render::background, {.key = "background",
                                         .range = between(0, 1),
                                         .doc = "Background colour: red, green, blue (sRGB)."}),
         parameter(&Render::frame_rate, {.key = "frame_rate",
                                         .unit = "1/s",
                                         .range = {.min = 0, .max = 240, .open_min = true},
                                         .doc = "Number of pictures per second in the video."})});
}

Section cameraSection() {
    const auto of = [](std::string_view kind) { return Condition{"kind", {kind}}; };
    return many(
        "camera", 64, &Common::cameras, "A camera for pictures, which may move with the simulated time.",
        {parameter(&Camera::name,
                   {.key = "name",
                    .identifier = true,
                    .doc = "Name for `talus render --camera`; the first camera is the default. "
                           "Not \"auto\", which is the camera that shows the whole scene."}),
         choice(&Camera::kind,
                {{"fixed", Camera::Kind::Fixed},
                 {"keyframes", Camera::Kind::Keyframes},
                 {"orbit", Camera::Kind::Orbit},
                 {"follow", Camera::Kind::Follow}},
                {.key = "kind",
                 .doc = "How it moves: not at all; smoothly through positions at given times; around its "
                        "target; or along with something that moves."}),
         parameter(&Camera::fov, {.key = "fov",
                                  .unit = "rad",
                                  .range = {.min = 0, .max = 2.8, .open_min = true},
                                  .doc = "Vertical opening angle."}),
         parameter(&Camera::position, {.key = "position",
                                       .unit = "m",
                                       .when = {"kind", {"fixed", "orbit"}},
                                       .doc = "Position of the camera; of an orbit its start."}),
         parameter(&Camera::target, {.key = "target",
                                     .unit = "m",
                                     .when = {"kind", {"fixed", "keyframes", "orbit"}},
                                     .doc = "The point in the middle of the picture."}),
         parameter(&Camera::times,
                   {.key = "times",
                    .unit = "s",
                    .range = atLeast(0),
                    .when = of("keyframes"),
                    .required = true,
                    .doc = "Times of the keyframes, increasing. Between them a monotone cubic passes through "
                           "every keyframe without going beyond it; the camera rests before the first and "
                           "after the last."}),
         parameter(&Camera::positions, {.key = "positions",
                                        .unit = "m",
                                        .when = of("keyframes"),
                                        .required = true,
                                        .doc = "Position of the camera at each time."}),
         parameter(&Camera::targets,
                   {.key = "targets",
                    .unit = "m",
                    .when = of("keyframes"),
                    .doc = "The point in the middle of the picture at each time; none: always target."}),
         parameter(&Camera::fovs, {.key = "fovs",
                                   .unit = "rad",
                                   .range = {.min = 0, .max = 2.8, .open_min = true},
                                   .when = of("keyframes"),
                                   .doc = "Vertical opening angle at each time; none: always fov."}),
         choice(&Camera::around, {{"target", Camera::Around::Target}, {"scene", Camera::Around::Scene}},
                {.key = "around",
                 .when = of("orbit"),
                 .doc = "What the orbit goes around: the target, from the position; or the middle of the "
                        "scene, at the distance from which all of it is seen (position and target are "
                        "ignored)."}),
         parameter(&Camera::period, {.key = "period",
                                     .unit = "s",
                                     .range = above(0),
                                     .when = of("orbit"),
                                     .absent = "auto",
                                     .doc = "Simulated time of one turn, anticlockwise seen from above; "
                                            "\"auto\": the duration of the run."}),
         parameter(&Camera::follow,
                   {.key = "follow",
                    .when = of("follow"),
                    .doc = "What is kept in the middle of the picture: the name of a wall or body, or "
                           "\"flow\", the centre of grains, particles and water, where the faster count "
                           "more (velocity is then needed in output.fields)."}),
         parameter(&Camera::offset, {.key = "offset",
                                     .unit = "m",
                                     .when = of("follow"),
                                     .doc = "From what it follows to the camera."})});
}

}  // namespace talus::scene
