#pragma once
#include <optional>
#include <string>

#include "talus/math/vec.h"

namespace talus::environment {

struct Material {
    std::string name;
    double density = 2500;           ///< of the solid [kg/m^3], > 0
    Vec3d colour{0.80, 0.66, 0.44};  ///< sRGB, each 0..1
    bool fixed = false;              ///< its grains never move

    std::string like = "none";  ///< known material (known_materials.h) that gives the values of absent keys
    // A pair of materials without a [[contact]] of its own gets one from these.
    std::optional<double> friction{};     ///< Coulomb coefficient mu of the material on itself, >= 0
    std::optional<double> restitution{};  ///< restitution e of the material on itself, 0 < e <= 1
    double rolling_friction = 0;          ///< coefficient that stands for the shape of its grains, >= 0
    double surface_tension = 0;           ///< of the liquid that its grains carry [N/m], >= 0; 0: dry
    double moisture = 0;                  ///< volume of that liquid over volume of the grains, >= 0
};

}  // namespace talus::environment
