#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/method/scene.h"
#include "talus/state/world.h"

namespace talus::method {

/// Makes a state of any size for timing the step of a method (`talus bench`): copies of a small state, the
/// tile, that is first brought to rest.
struct Bench {
    std::string_view line;                   ///< what is timed
    std::vector<std::string> precisions;     ///< that the method has
    std::function<void(Scene& scene)> tile;  ///< turns an empty scene into the tile's scene
    /// Numbers of steps that bring the tile to rest. Between two of these runs all motion is stopped.
    std::vector<std::uint64_t> settling;
    std::function<void(state::World& world)> stop;
    /// Turns an empty scene into one of about `count` particles: the nearest size that copies of the tile
    /// give.
    std::function<void(Scene& scene, std::uint64_t count, const std::string& precision)> whole;
    /// Fills the world of that scene with copies of the tile.
    std::function<void(const state::World& tile, std::uint64_t count, state::World& whole)> fill;
    /// Text about the state, printed beside its speed.
    std::function<std::string(const state::World& world)> describe;
};

}  // namespace talus::method
