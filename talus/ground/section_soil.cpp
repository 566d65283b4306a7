#include "talus/ground/sections.h"

namespace talus::ground {

using namespace settings;

Section soilSection() {
    const Condition poncelet{"response", {"poncelet"}}, thesis{"response", {"thesis"}};
    std::vector<Parameter> rows{
        choice(&Soil::kind,
               Words<Soil::Kind>{
                   {"sand", Soil::Kind::Sand}, {"mud", Soil::Kind::Mud}, {"snow", Soil::Kind::Snow}},
               {.key = "kind", .doc = "Preset for the keys below that are not given."}),
        parameter(&Soil::outside, {.key = "outside",
                                   .unit = "rad",
                                   .range = {.min = 0, .max = 1.5707, .open_min = true},
                                   .absent = "preset",
                                   .doc = "Ground at rest begins to slide if it is steeper than this. sand "
                                          "25 deg, mud 63 deg, snow 90 deg."}),
        parameter(&Soil::stop,
                  {.key = "stop",
                   .unit = "rad",
                   .range = {.min = 0, .max = 1.5707, .open_min = true},
                   .absent = "preset",
                   .doc = "Sliding ground stops when it is no steeper than this; at most 'outside'."}),
        parameter(
            &Soil::inside,
            {.key = "inside",
             .unit = "rad",
             .range = {.min = 0, .max = 1.5707, .open_min = true},
             .absent = "preset",
             .doc = "Replaces 'outside' and 'stop' where a body touches the ground; at least 'outside'."}),
        parameter(&Soil::fraction, {.key = "fraction",
                                    .range = {.min = 0, .max = 0.5, .open_min = true},
                                    .absent = "preset",
                                    .doc = "Share of the excess height that slides in one sweep."}),
        parameter(&Soil::alpha, {.key = "alpha",
                                 .range = between(0, 1),
                                 .absent = "preset",
                                 .doc = "Share of the volume displaced by a body that moves beside it; the "
                                        "rest is compressed. sand 0.3, mud 0.41, snow 0."}),
        parameter(&Soil::depth, {.key = "depth",
                                 .unit = "m",
                                 .range = above(0),
                                 .absent = "unlimited",
                                 .doc = "Depth of the bedrock below the surface at the start."}),
        parameter(&Soil::packing, {.key = "packing",
                                   .range = {.min = 0, .max = 1, .open_min = true},
                                   .doc = "Volume fraction of grains in the ground. The density of the "
                                          "ground is this times the density of its material."}),
        choice(
            &Soil::model,
            Words<Soil::Model>{{"poncelet", Soil::Model::Poncelet}, {"thesis", Soil::Model::Thesis}},
            {.key = "response",
             .doc =
                 "Model of the force on a free body that sinks in: \"poncelet\" has friction that grows with "
                 "depth, and inertial drag; \"thesis\" carries the weight and lets the speed decay."}),
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
                                .doc = "Decay rate of the speed: a body of speed v sinks by v/rate."}),
        parameter(&Soil::interval, {.key = "interval",
                                    .unit = "s",
                                    .range = above(0),
                                    .absent = "auto",
                                    .doc = "Simulated time between two slides of the ground; \"auto\": an "
                                           "eighth of time.frame_interval."}),
        parameter(&Soil::sweeps, {.key = "sweeps",
                                  .range = between(1, 100000),
                                  .doc = "Maximum number of sweeps in a slide. Ground that still moves then "
                                         "continues in the next slide."})};
    return optional("soil", &Part::soil,
                    "Makes [ground] deformable: bodies press it down, and it slides where it is too steep. "
                    "Without this table the ground is rigid.",
                    std::move(rows));
}

}  // namespace talus::ground
