#pragma once
#include <string_view>

#include "talus/couple/granular/scene.h"
#include "talus/grains/search/size_classes.h"

namespace talus::couple::granular {

/// Smallest and largest grain radius that the scene can make, or of one material [m]; 0 when it makes none.
struct RadiusRange {
    double smallest = 0;
    double largest = 0;
};
RadiusRange radiusRange(const Scene& scene, std::string_view material = {});

/// Mean radius, by number, of all grains that the scene has or may pour [m]; 0 when there are none.
double meanRadius(const Scene& scene);

/// How the search parts the grains of the scene by size. The first class has the smallest grain and all that
/// the scene can make up to twice its size: where that is all of them there is one class.
/// @pre the scene makes grains
grains::SizeClasses sizeClasses(const Scene& scene);

}  // namespace talus::couple::granular
