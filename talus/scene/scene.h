#pragma once
#include "talus/method/scene.h"
#include "talus/scene/methods.h"

namespace talus::scene {

using method::Camera;
using method::Output;
using method::Render;
using method::Time;

/// A scene for the methods that Talus has, or others.
struct Scene : method::Scene {
    explicit Scene(const method::Methods& known = scene::methods()) : method::Scene(known) {}
};

}  // namespace talus::scene
