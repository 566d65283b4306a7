#pragma once
#include "talus/method/scene.h"
#include "talus/scene/methods.h"

namespace talus::scene {

using method::Camera;
using method::Output;
using method::Render;
using method::Time;

/// A scene; without an argument one for the methods of Talus.
struct Scene : method::Scene {
    explicit Scene(const method::Methods& known = scene::methods()) : method::Scene(known) {}
};

}  // namespace talus::scene
