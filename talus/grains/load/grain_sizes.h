#pragma once
#include <string>
#include <string_view>

#include "talus/grains/scene.h"
#include "talus/grains/search/size_classes.h"
#include "talus/method/scene.h"

/// What grains a scene will have, and how large they are.
namespace talus::grains {

/// Whether a scene has grains, may pour some, or has any in reserve.
bool hasGrains(const method::Scene& scene);

/// Whether a scene has, or may pour, grains of several spheres.
bool hasClumps(const method::Scene& scene);

/// Smallest and largest radius of the balls, and of the spheres of clumps, of a scene or of those of one
/// material [m]; 0 if there are none.
struct RadiusRange {
    double smallest = 0;
    double largest = 0;
};
RadiusRange radiusRange(const method::Scene& scene, std::string_view material = {});

/// Smallest and largest radius of whole grains: of a clump that of the ball with the same volume [m].
RadiusRange bodyRadii(const method::Scene& scene, std::string_view material = {});

/// Radius of a ball that a contact pushes away as easily as the most mobile grain [m]: a clump that is hit at
/// its end moves more easily than its mass says (ClumpShape::lightest). 0 if there are no grains.
double lightestRadius(const method::Scene& scene, std::string_view material = {});

/// Mean radius, by number, of all grains that the scene has or may pour [m]; 0 if there are none.
double meanRadius(const method::Scene& scene);

/// Radius of the grains of a material, for pictures [m]: the mean over what pours them or fills with them; 0
/// if there are none.
double shownRadius(const method::Scene& scene, const std::string& material);

/// The size classes of the neighbour search. The first class has the smallest grain and all grains up to
/// twice its size; if these are all grains there is one class. @pre the scene has grains
SizeClasses sizeClasses(const method::Scene& scene);

}  // namespace talus::grains
