#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "talus/settings/section.h"

namespace talus::couple {

/// When grains become ground, and when they come back. Source: chapter 6.3 of the thesis; what is different
/// here, and why, stands in docs/theory/ground.md. The defaults are what heaps of 10,000 grains were tried
/// with (bench/results/ground-2026-11.md); times are for grains of some 4 mm and go with sqrt(d / g).
struct Hybrid {
    std::uint32_t layers = 2;     ///< so many grains must lie over one before it is held whatever moves, >= 1
    std::uint32_t shell = 2;      ///< so many held and covered ones before it becomes ground, >= 1
    double interval = 0.02;       ///< between two rounds of the exchange [s], > 0
    double quiet = 0.1;           ///< so long a grain stays in its place before it is held [s], > 0
    double still = 0.002;         ///< what its place is: it went no further [diameters], > 0
    double wake = 1;              ///< around grains on the move no other is held on the surface [largest
                                  ///< diameters], >= 1
    double packing = 0.6;         ///< share of the ground that grains take, 0.3 to 0.6
    double reach = 3;             ///< around what moves grains stay free [largest diameters], >= 1
    double stability = 0.45;      ///< bare ground that is steeper than this turns into grains [rad]
    double depth = 0;             ///< so deep the ground is sand at the start [m], >= 0
    std::string material;         ///< of that sand
    double grain_radius = 0.002;  ///< and its radius [m], > 0
};

/// What a scene says of it.
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
