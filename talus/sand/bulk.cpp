#include "talus/sand/bulk.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace talus::sand {
namespace {

constexpr double degrees = std::numbers::pi / 180;

/// Bulk values of known materials (environment/known_materials.cpp).
struct Known {
    std::string_view like;
    double friction_angle;  ///< [rad]
    double cohesion;        ///< [Pa]
};
/// 34 deg: the angle of repose that Carter found typical of published ones of dry sand (US Bureau of
/// Reclamation, Hydraulic Laboratory, Hyd-299, 1950). Those of gravel (angular) and of glass beads (round)
/// are chosen on either side of it. Cohesion of moist sand is chosen: by 4 c / (rho g) tan(45 deg + phi / 2)
/// a vertical bank of 500 Pa stands some 0.25 m high, as a sand castle does. That of snow is chosen likewise.
constexpr Known usual{"", 34 * degrees, 0};
constexpr Known known[] = {{"dry sand", 34 * degrees, 0},
                           {"gravel", 39 * degrees, 0},
                           {"glass beads", 24 * degrees, 0},
                           {"moist sand", 34 * degrees, 500},
                           {"snow", 38 * degrees, 300}};

const Known& knownLike(std::string_view word) {
    const auto* found =
        std::find_if(std::begin(known), std::end(known), [&](const Known& k) { return k.like == word; });
    return found == std::end(known) ? usual : *found;
}

}  // namespace

double Bulk::friction() const { return std::tan(friction_angle); }
double Bulk::flowingFriction() const { return std::tan(flowing_friction_angle); }

Bulk bulkOf(const Sand& sand, const environment::Material& material) {
    const Known& like = knownLike(material.like);
    const double angle = sand.friction_angle.value_or(like.friction_angle);
    return {.density = sand.density.value_or(packing * material.density),
            .friction_angle = angle,
            .flowing_friction_angle = sand.flowing_friction_angle.value_or(angle),
            .cohesion = sand.cohesion.value_or(like.cohesion),
            .grain_density = material.density};
}

double wallFriction(const Sand& sand, const Bulk& bulk, const environment::Material& wall) {
    if (sand.wall_friction) return *sand.wall_friction;
    return wall.friction ? std::min(*wall.friction, bulk.flowingFriction()) : bulk.flowingFriction();
}

}  // namespace talus::sand
