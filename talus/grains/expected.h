#pragma once

namespace talus::grains {

/// Estimates for the grains of a scene, made before it runs.
struct Expected {
    double dt = 0;            ///< the longest step [s]
    double speed = 0;         ///< largest speed of grains [m/s]
    double impact_speed = 0;  ///< largest speed of an impact: `speed` and that of the fastest wall [m/s]
    double contact_time = 0;  ///< shortest duration of a contact among all pairs [s]; infinite: there is none
    double grains = 0;        ///< number of grains at the end of the run
};

}  // namespace talus::grains
