#pragma once
#include <string>

#include "talus/math/vec.h"

namespace talus::state {

struct Material {
    std::string name;
    double density = 2500;           ///< of the solid [kg/m^3], > 0
    Vec3d colour{0.80, 0.66, 0.44};  ///< sRGB, each 0..1
    bool fixed = false;              ///< its grains never move
};

}  // namespace talus::state
