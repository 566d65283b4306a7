#pragma once
#include "talus/grains/clumps/grain_shape.h"
#include "talus/grains/params.h"

namespace talus::grains {

/// The part of a scene that describes grains.
struct Part {
    Params params;
    std::vector<Contact> contacts;
    std::vector<GrainShape> shapes;
    std::vector<Emitter> emitters;
    std::vector<Fill> fills;
    std::vector<Import> imports;
    std::vector<Grain> placed;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::grains
