#pragma once
#include <optional>

namespace talus::couple::water_grains {

/// Law of the drag of water on grains (drag.h).
enum class Drag {
    DiFelice,  ///< Di Felice (1994)
    WenYu,     ///< Wen and Yu (1966)
    None       ///< water and grains do not act on each other
};

struct Settings {
    Drag drag = Drag::DiFelice;
};

/// The settings of a scene; absent: the defaults.
struct Part {
    std::optional<Settings> settings;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::couple::water_grains
