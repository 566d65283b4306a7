#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "talus/settings/section.h"

namespace talus::couple {

/// When grains become ground, and when ground becomes grains. Source: chapter 6.3 of the thesis;
/// docs/theory/ground.md lists the differences and their reasons. The defaults were tested with heaps of
/// 10,000 grains (bench/results/ground-2026-11.md). Times are for grains of some 4 mm and scale with sqrt(d /
/// g).
struct Hybrid {
    std::uint32_t layers = 2;     ///< grains over one from which on it stays settled whatever moves, >= 1
    std::uint32_t shell = 2;      ///< settled and covered grains over one before it becomes ground, >= 1
    double interval = 0.02;       ///< time between two rounds of the exchange [s], > 0
    double quiet = 0.1;           ///< time that a grain stays in its position before it settles [s], > 0
    double still = 0.002;         ///< largest motion of a grain that stays in its position [diameters], > 0
    double wake = 1;              ///< distance from the paths of moving grains within which no grain of the
                                  ///< surface settles [largest diameters], >= 1
    double packing = 0.6;         ///< share of the ground's volume that is solid, 0.3 to 0.6
    double reach = 3;             ///< distance from moving walls within which grains are free [largest
                                  ///< diameters], >= 1
    double stability = 0.45;      ///< bare ground that is steeper than this becomes grains [rad]
    double depth = 0;             ///< depth of the sand at the start [m], >= 0
    std::string material;         ///< material of that sand
    double grain_radius = 0.002;  ///< radius of the grains of that sand [m], > 0
};

/// The part of a scene that holds it.
struct HybridPart {
    std::optional<Hybrid> hybrid;
};

/// The table of a scene file that fills it.
settings::Section hybridSection();

/// @param scene holds a HybridPart
template <class Scene>
auto& hybridIn(Scene& scene) {
    return scene.template of<HybridPart>().hybrid;
}

}  // namespace talus::couple
