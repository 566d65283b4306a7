#pragma once
#include <optional>
#include <vector>

#include "talus/network/layout.h"

namespace talus::network {

/// What a scene says of networks.
struct Part {
    std::optional<Network> network;
    std::vector<Masses> masses;
    std::vector<Source> sources;
    std::vector<Link> links;
    std::vector<Layout> layouts;  ///< of each group, when the scene has been read
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::network
