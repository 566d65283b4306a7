#include "talus/sand/mpm/limits.h"

#include <fmt/format.h>

#include "talus/sand/mpm/tile.h"
#include "talus/sand/setup.h"

namespace talus::sand::mpm {

step::Trouble tooSpread(std::size_t tiles) {
    return {fmt::format("the sand is spread over {} blocks of cells, more than {}", tiles, max_tiles),
            "put a [[sink]] where sand leaves the scene, or make cell in [sand] larger",
            {},
            {}};
}

step::Trouble tooFast(const Sand& sand) {
    return {
        "a particle of the sand crosses more than half of a cell in a step, or its velocity is not a number",
        adviceForShorterSteps(sand) + "; if the scene has walls that move fast, make them slower",
        {},
        {}};
}

step::Trouble tooFarOut() {
    return {fmt::format("a particle of the sand is more than {:g} cells from the origin", max_cells),
            "put a wall around the sand, or a [[sink]] where it may leave",
            {},
            {}};
}

}  // namespace talus::sand::mpm
