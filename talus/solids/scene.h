#pragma once
#include <vector>

#include "talus/solids/joint/joint.h"
#include "talus/solids/load/chain.h"
#include "talus/solids/params.h"

namespace talus::solids {

/// The part of a scene that describes rigid bodies.
struct Part {
    std::vector<Body> bodies;
    std::vector<Joint> joints;
    std::vector<Chain> chains;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::solids
