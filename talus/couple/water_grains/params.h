#pragma once
#include <optional>

namespace talus::couple::water_grains {

/// Whose law the drag of water on grains follows (drag.h).
enum class Drag {
    DiFelice,  ///< Di Felice (1994)
    WenYu,     ///< Wen and Yu (1966)
    None       ///< water and grains do not feel each other
};

struct Settings {
    Drag drag = Drag::DiFelice;
};

/// What a scene says of it; where it says nothing, the usual settings hold.
struct Part {
    std::optional<Settings> settings;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::couple::water_grains
