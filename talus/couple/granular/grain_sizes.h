#pragma once
#include <string_view>

#include "talus/couple/granular/scene.h"
#include "talus/grains/search/size_classes.h"

namespace talus::couple::granular {

/// Smallest and largest radius of the balls, and of the spheres of clumps, of a scene or of those of one
/// material [m]; 0 if there are none.
struct RadiusRange {
    double smallest = 0;
    double largest = 0;
};
RadiusRange radiusRange(const Scene& scene, std::string_view material = {});

/// Smallest and largest radius of whole grains: of a clump that of the ball with the same volume [m].
RadiusRange bodyRadii(const Scene& scene, std::string_view material = {});

/// Radius of a ball that a contact pushes away as easily as the most mobile grain [m]: a clump that is hit at
/// its end moves more easily than its mass says (ClumpShape::lightest). 0 if there are no grains.
double lightestRadius(const Scene& scene, std::string_view material = {});

/// Mean radius, by number, of all grains that the scene has or may pour [m]; 0 if there are none.
double meanRadius(const Scene& scene);

/// The size classes of the neighbour search. The first class has the smallest grain and all grains up to
/// twice its size; if these are all grains there is one class. @pre the scene has grains
grains::SizeClasses sizeClasses(const Scene& scene);

}  // namespace talus::couple::granular
