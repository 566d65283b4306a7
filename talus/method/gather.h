#pragma once
#include "talus/method/method.h"

/// Collects values from all methods that a scene uses, in the order of the list of methods.
namespace talus::method {

std::vector<environment::Source> sourcesOf(const Scene& scene);
std::vector<Vec3d> seenIn(const Scene& scene);
std::vector<Land> landsOf(const Scene& scene);
/// The values of render.colour that the scene has, other than "material".
std::vector<std::string_view> coloursOf(const Scene& scene);

}  // namespace talus::method
