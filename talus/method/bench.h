#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/method/scene.h"
#include "talus/state/world.h"

namespace talus::method {

/// A state of any size for timing a method's step (`talus bench`): copies of a small one, which is brought to
/// rest first.
struct Bench {
    std::string_view line;                   ///< what is timed
    std::vector<std::string> precisions;     ///< that there are
    std::function<void(Scene& scene)> tile;  ///< makes the small scene of an empty one
    /// Steps of it: before each of them but the first all that moves is stopped.
    std::vector<std::uint64_t> settling;
    std::function<void(state::World& world)> stop;
    /// Makes a scene whose size is the nearest to `count` that copies of the tile give.
    std::function<void(Scene& scene, std::uint64_t count, const std::string& precision)> whole;
    /// Fills its world with the copies.
    std::function<void(const state::World& tile, std::uint64_t count, state::World& whole)> fill;
    /// What there is to say of the state beside its speed.
    std::function<std::string(const state::World& world)> describe;
};

}  // namespace talus::method
