#include "talus/ground/sections.h"

namespace talus::ground {

using namespace settings;

Section soilSection() {
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
    return optional(
        "soil", &Part::soil,
        "Lets [ground] give way: bodies press it down, and it slides where it is too steep. Without "
        "this table the ground is rigid.",
        std::move(rows));
}

}  // namespace talus::ground
