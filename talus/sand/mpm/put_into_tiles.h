#pragma once
#include "talus/sand/fields.h"
#include "talus/sand/mpm/tile.h"
#include "talus/step/stage.h"

namespace talus::sand::mpm {

/// Sorts the particles by tiles, where they may have left theirs, and lists the tiles (Grid).
struct PutIntoTiles {
    static constexpr const char* name = "tiles";
    Lattice lattice;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::sand::mpm
