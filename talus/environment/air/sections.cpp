#include "talus/environment/air/sections.h"

namespace talus::environment {

using settings::parameter;

std::vector<settings::Parameter> vortexRows() {
    return {
        parameter(&Vortex::point, {.key = "point", .unit = "m", .doc = "A point on its axis."}),
        parameter(&Vortex::axis, {.key = "axis", .doc = "Direction of its axis, of any length, not zero."}),
        parameter(&Vortex::circulation,
                  {.key = "circulation",
                   .unit = "m^2/s",
                   .doc = "Far from the axis the speed is this over (2 pi times the distance)."}),
        parameter(&Vortex::core, {.key = "core",
                                  .unit = "m",
                                  .range = settings::above(0),
                                  .doc = "Radius within which the air rotates almost as a rigid body."}),
        parameter(
            &Vortex::updraft,
            {.key = "updraft", .unit = "m/s", .doc = "Velocity of the air along the axis, on the axis."})};
}

}  // namespace talus::environment
