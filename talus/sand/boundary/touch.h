#pragma once
#include <cstddef>
#include <cstdint>

#include "talus/math/vec.h"

/// Contact of the sand at a node of the grid with a surface: the sand does not move into it, and Coulomb's
/// friction acts. It may move away: dry sand does not stick.
namespace talus::sand {

/// A surface that a node is on, behind, or shortly in front of (in_front).
struct Touch {
    std::uint32_t wall = 0;  ///< the ground has the index after the last wall
    Vec3d normal;            ///< unit, towards the sand
    Vec3d point;             ///< on the surface [m]
    Vec3d velocity;          ///< of the surface there [m/s]
    double friction = 0;
    /// Of nodes in front, the sums of weight times velocity and of weights at the mirror image of the node
    /// (mpm/walls/mirror.h); 0: the node's own velocity decides alone.
    Vec3d mirrored{};
    double share = 0;
};

/// A node this near in front of a surface is on it, as a share of a cell: for surfaces in decimals.
inline constexpr double on_surface = 1e-4;

/// Nodes up to this near in front of a wall or the ground touch it, too, as a share of a cell. Behind a
/// surface that passes just below a layer of nodes there is hardly any sand: such nodes alone cannot carry
/// the sand above them. Chosen: nodes half a cell behind a floor carried a layer, at 0.65 of a cell they did
/// not.
inline constexpr double in_front = 0.4;

/// The change of a velocity by a contact [m/s]. Along the normal the sand ends with the surface's velocity,
/// or above it; behind the surface as much above it as the mirror image is below it, so that between the two
/// the sand moves as the surface does.
TALUS_HD inline Vec3d changeBy(const Touch& touch, const Vec3d& velocity) {
    const Vec3d relative = velocity - touch.velocity;
    const double approach = -dot(relative, touch.normal);
    if (!(approach > 0)) return {};
    const Vec3d sliding = relative + touch.normal * approach;
    const double image = dot(touch.velocity * touch.share - touch.mirrored, touch.normal);
    const double push = image > 0 ? approach + image : approach;
    const double speed = length(sliding), most = touch.friction * push;
    const Vec3d rub = speed > most ? sliding * (most / speed) : sliding;
    return touch.normal * push - rub;
}

/// A velocity after the contacts of its node.
/// @param take (touch, change): is told each change of the velocity
template <class Take>
TALUS_HD Vec3d afterContacts(Vec3d velocity, const Touch* touches, std::size_t count, Take take) {
    // In a corner the contact with one wall may push the sand into another one.
    for (int sweep = 0; sweep < (count > 1 ? 3 : 1); ++sweep)
        for (std::size_t k = 0; k < count; ++k) {
            const Vec3d change = changeBy(touches[k], velocity);
            velocity += change;
            take(touches[k], change);
        }
    return velocity;
}

}  // namespace talus::sand
