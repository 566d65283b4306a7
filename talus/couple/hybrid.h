#pragma once
#include <cstdint>
#include <string>

namespace talus::couple {

/// When grains become ground, and when they come back. Source: chapter 6.3 of the thesis; what is different
/// here, and why, stands in docs/theory/ground.md.
struct Hybrid {
    std::uint32_t layers = 2;     ///< so many grains must lie over one before it is held whatever moves, >= 1
    std::uint32_t shell = 2;      ///< so many held and covered ones before it becomes ground, >= 1
    double interval = 0.02;       ///< between two looks [s], > 0
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

}  // namespace talus::couple
