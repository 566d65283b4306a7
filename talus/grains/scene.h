#pragma once
#include "talus/grains/clumps/grain_shape.h"
#include "talus/grains/params.h"

namespace talus::grains {

/// Grains that a scene neither has at the start nor pours, but may get from another method, such as sand that
/// is dug out of the ground.
struct Reserve {
    std::string material;
    double radius = 0;  ///< of each [m], > 0
    double count = 0;   ///< of all that can come
};

/// The part of a scene that describes grains.
struct Part {
    Params params;
    std::vector<Contact> contacts;
    std::vector<GrainShape> shapes;
    std::vector<Emitter> emitters;
    std::vector<Fill> fills;
    std::vector<Import> imports;
    std::vector<Grain> placed;
    std::vector<Reserve> reserves{};  ///< set by couplings when the scene is loaded
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::grains
