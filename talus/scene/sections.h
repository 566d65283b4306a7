#pragma once
#include "talus/scene/registry.h"

/// The rows of the registry, a function for each section.
namespace talus::scene {

Section topSection();
Section timeSection();
Section materialSection();
Section grainsSection();
Section contactSection();
Section groundSection();
Section soilSection();
Section hybridSection();
Section wallSection();
Section bodySection();
Section motionSection();
Section sinkSection();
Section emitterSection();
Section fillSection();
Section importSection();
Section grainSection();
Section outputSection();
Section renderSection();
Section cameraSection();

// NOLINTBEGIN(performance-unnecessary-value-param): `rows` is moved, which the check does not see in these.
/// A section whose one object is a member of the scene.
template <class T>
Section single(std::string_view name, T Scene::*member, std::string_view doc, std::vector<Parameter> rows) {
    return {.name = name,
            .doc = doc,
            .parameters = std::move(rows),
            .size = [](const Scene&) -> std::size_t { return 1; },
            .object = [member](Scene& scene, std::size_t) -> void* { return &(scene.*member); },
            .append = [](Scene&) {},
            .defaults = std::make_shared<const T>()};
}

/// A section of many: `list` reaches the std::vector<T> in a scene.
template <class T, class List>
Section many(std::string_view name, std::size_t most, List list, std::string_view doc,
             std::vector<Parameter> rows) {
    return {
        .name = name,
        .many = true,
        .most = most,
        .doc = doc,
        .parameters = std::move(rows),
        .size = [list](const Scene& scene) { return std::invoke(list, const_cast<Scene&>(scene)).size(); },
        .object = [list](Scene& scene, std::size_t i) -> void* { return &std::invoke(list, scene)[i]; },
        .append = [list](Scene& scene) { std::invoke(list, scene).emplace_back(); },
        .defaults = std::make_shared<const T>()};
}
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace talus::scene
