#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/math/vec.h"

namespace talus::method {

/// The slope of a heap, measured from its grains, or from the particles of a continuum.
struct Repose {
    /// The reason why there is no heap whose slope can be measured; the other members may then be unset.
    std::optional<std::string> no_heap;
    double angle = 0;           ///< of the flank against the horizontal [rad]
    double standard_error = 0;  ///< of the angle, the next three together [rad]
    double by_direction = 0;    ///< standard error from the scatter of the angle over directions [rad]
    double by_stretch =
        0;  ///< standard error from the scatter over stretches of the flank, beyond their own scatter [rad]
    double by_resolution = 0;  ///< standard error from the roughness of a surface of grains [rad]
    /// Why the angle is less certain than the error says: the heap is too low. Empty: no doubt.
    std::optional<std::string> doubt;
    Vec3d axis;         ///< a point of the heap's vertical axis; z: the lowest point of any grain [m]
    double height = 0;  ///< of the heap above axis.z [m]
    double inner = 0;   ///< the flank that was fitted: distance from the axis [m]
    double outer = 0;
    double slope = 0;              ///< the fitted line: height = intercept + slope * distance
    double intercept = 0;          ///< [m]
    std::vector<double> distance;  ///< the profile: distance from the axis [m] ...
    std::vector<double> surface;   ///< ... and height of the surface there [m], mean over all directions
};

/// Height of ground at (x, y) [m].
using GroundHeight = std::function<double(double x, double y)>;

/// Measures the angle of repose of a heap on level ground. The surface is the top of the highest grain of an
/// unbroken stack in each of many small cells of one and a half grain diameters across (equal in size, so
/// that no distance is favoured); grains in the air do not count. A straight line is fitted to the flank
/// between 20 % and 80 % of the height (and above a single layer of grains).
///
/// The standard error is that of this heap's angle, the root of the sum of three squares. By direction: lines
/// through each of six sectors, their spread over the root of their number. By stretch: lines through two to
/// four stretches of the flank, one outside of the other, their spread over the root of their number, less
/// what the scatter of points about each line explains: it grows if the flank is bent. By resolution: a
/// surface of grains is known to a tenth of a diameter at both ends. One standard error covers the true angle
/// of synthetic heaps in two of three cases or more, two in 19 of 20 (tests/method/repose_test.cpp). It does
/// not include how much heaps of the same sand differ from each other: pour several.
///
/// There is no heap if the height is below three grain diameters or the flank is too short for a fit; below
/// six diameters there is a doubt.
/// @param axis horizontal position of the axis; absent: the centre of mass of the heap
/// @param ground height of the ground below the grains [m]; empty: a level floor
/// @param unit what 2 r is, in words: messages give heights in it
/// @pre as many radii [m, > 0] as positions [m]
Repose measureRepose(std::span<const Vec3d> positions, std::span<const double> radii,
                     std::optional<Vec3d> axis = std::nullopt, const GroundHeight& ground = {},
                     std::string_view unit = "grain diameters");

/// "angle of repose: 23.4 deg +- 0.5 (standard error)", or "angle of repose: no heap (...)", without the
/// doubt.
std::string describe(const Repose& repose);

}  // namespace talus::method
