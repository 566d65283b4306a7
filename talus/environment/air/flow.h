#pragma once
#include "talus/math/vec.h"

/// Settings of the air that methods let act on what they move. They are the same for all of them.
namespace talus::environment {

/// Wind: the same velocity of the air everywhere, which gusts change. It acts by drag.
struct Wind {
    Vec3d velocity;        ///< mean [m/s]
    double gusts = 0;      ///< standard deviation of the speed, as a share of its mean, >= 0
    double gust_time = 2;  ///< time over which the speed changes [s], > 0
};

/// Air that rotates about an axis: the Lamb-Oseen vortex, v = Gamma / (2 pi r) (1 - exp(-r^2 / c^2)).
struct Vortex {
    Vec3d point;             ///< of the axis [m]
    Vec3d axis{0, 0, 1};     ///< of any length
    double circulation = 1;  ///< Gamma [m^2/s]
    double core = 0.1;       ///< c [m], > 0
    double updraft = 0;      ///< velocity along the axis: updraft exp(-r^2 / c^2) [m/s]
};

/// Random turbulence of the air: curl noise (curl_noise.h).
struct Turbulence {
    double speed = 0;       ///< root mean square velocity [m/s], >= 0; 0: none
    double size = 0.5;      ///< wavelength of the largest eddies [m], > 0
    double smallest = 0.1;  ///< wavelength of the smallest eddies [m], > 0, at most `size`
    double turnover = 1;    ///< time in which the largest eddies change [s], > 0
    Vec3d drift;            ///< velocity of the pattern of eddies [m/s]
};

}  // namespace talus::environment
