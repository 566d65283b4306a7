#pragma once
#include "talus/method/method.h"

/// What all methods that a scene uses say, in the order of the list.
namespace talus::method {

std::vector<environment::Source> sourcesOf(const Scene& scene);
std::vector<Land> landsOf(const Scene& scene);
/// What pictures can be coloured by, beside "material".
std::vector<std::string_view> coloursOf(const Scene& scene);

}  // namespace talus::method
