#pragma once
#include <cstdint>

#include "talus/state/world.h"

namespace talus::grains {

/// Copies of a tile of grains, side by side.
struct Tiles {
    std::uint64_t along_x = 1, along_y = 1;
    double width = 0;  ///< of a tile, along both [m]

    std::uint64_t count() const { return along_x * along_y; }
};

/// Makes the grains of a world copies of the grains of another one that repeats along x and y with the width
/// of a tile, and with what their contacts remember: each copy leans on the next one just as the tile leaned
/// on itself. The contacts are listed anew in the first step.
/// @pre both are of scenes that differ in their domains and precision alone; tile's grains have been searched
void copyTiles(const state::World& tile, const Tiles& tiles, state::World& whole);

}  // namespace talus::grains
