#pragma once
#include <vector>

#include "talus/environment/air/flow.h"
#include "talus/settings/parameter.h"

/// The keys of the air, listed once for all methods.
namespace talus::environment {

/// The keys of wind and turbulence, for an owner that has both as members.
template <class Owner>
std::vector<settings::Parameter> flowRows(Wind Owner::*wind, Turbulence Owner::*turbulence) {
    using settings::parameterOf;
    return {
        parameterOf<Owner>([wind](Owner & o) -> auto& { return (o.*wind).velocity; },
                           {.key = "wind", .unit = "m/s", .doc = "Mean velocity of the air everywhere."}),
        parameterOf<Owner>([wind](Owner & o) -> auto& { return (o.*wind).gusts; },
                           {.key = "gusts",
                            .range = settings::between(0, 10),
                            .doc = "Standard deviation of the wind's speed, as a share of its mean."}),
        parameterOf<Owner>([wind](Owner & o) -> auto& { return (o.*wind).gust_time; },
                           {.key = "gust_time",
                            .unit = "s",
                            .range = settings::above(0),
                            .doc = "Time over which the wind's speed changes."}),
        parameterOf<
            Owner>([turbulence](Owner & o) -> auto& { return (o.*turbulence).speed; },
                   {.key = "turbulence",
                    .unit = "m/s",
                    .range = settings::atLeast(0),
                    .doc = "Root mean square velocity of the air's random eddies (curl noise); 0: none."}),
        parameterOf<Owner>([turbulence](Owner & o) -> auto& { return (o.*turbulence).size; },
                           {.key = "eddy_size",
                            .unit = "m",
                            .range = settings::above(0),
                            .doc = "Wavelength of the largest eddies."}),
        parameterOf<Owner>([turbulence](Owner & o) -> auto& { return (o.*turbulence).smallest; },
                           {.key = "min_eddy_size",
                            .unit = "m",
                            .range = settings::above(0),
                            .doc = "Wavelength of the smallest eddies, at most that of the largest."}),
        parameterOf<Owner>([turbulence](Owner & o) -> auto& { return (o.*turbulence).turnover; },
                           {.key = "turnover",
                            .unit = "s",
                            .range = settings::above(0),
                            .doc = "Time in which the largest eddies change."}),
        parameterOf<Owner>([turbulence](Owner & o) -> auto& { return (o.*turbulence).drift; },
                           {.key = "eddy_drift",
                            .unit = "m/s",
                            .doc = "Velocity with which the pattern of eddies moves."})};
}

/// The keys of a vortex.
std::vector<settings::Parameter> vortexRows();

}  // namespace talus::environment
