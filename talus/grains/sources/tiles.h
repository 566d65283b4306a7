#pragma once
#include <cstdint>

#include "talus/state/world.h"

namespace talus::grains {

/// A rectangular arrangement of copies of a tile of grains.
struct Tiles {
    std::uint64_t along_x = 1, along_y = 1;
    double width = 0;  ///< of a tile, along both [m]

    std::uint64_t count() const { return along_x * along_y; }
};

/// Fills a world with copies of a tile: the grains of another world that is periodic in x and y with the
/// width of a tile. Contacts and their springs are copied too: each copy is in contact with the next one as
/// the tile was with its own periodic copy. The first step makes a new list of contacts.
/// @pre the scenes of both worlds differ only in domain and precision; the tile has a list of contacts
void copyTiles(const state::World& tile, const Tiles& tiles, state::World& whole);

}  // namespace talus::grains
