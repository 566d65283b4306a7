#pragma once
#include "talus/environment/wall_distance.h"
#include "talus/math/rotation.h"
#include "talus/sand/mpm/walls/gap.h"

/// Nodes inside a solid near one of its edges. Particles reach them from beyond several of its sides, and the
/// nearest side need not be one of these. A block on a bed would sink, as the sand below its rim would only
/// meet its vertical sides, and a sled would drag along the sand below it with its front. So such a node
/// touches the sides that its sand is beyond, by the mean distance u of its sand (gap.h): those with
///     u . n > side_share u_0(d)
namespace talus::sand::mpm {

/// Fitted: a sled slides as far as grains let it with 0.2 to 0.6, and with 0.1 by a quarter less. With 0.2
/// sand without friction carries 0.8 of a body, with 0.3 0.7 and with 0.6 less than half
/// (bench/results/sand_verification-2026-11.md).
inline constexpr double side_share = 0.2;

/// Whether the sand of a node is beyond a surface. @param distance d of the node, negative behind it [cells]
TALUS_HD inline bool isBeyond(const SandOfNode& sand, const Vec3d& normal, double distance) {
    return dot(sand.mean, normal) > side_share * meanDistanceAtRest(distance);
}

/// Calls take(side) if the sand of a node is beyond a side of a solid. @return whether it is
/// @param side by the plane of the side: negative behind it @param cell [m]
template <class Take>
TALUS_HD bool takeIfBeyond(const environment::WallDistance& side, const SandOfNode& sand, double cell,
                           Take take) {
    constexpr double reach = 1.5;  // of particles, in cells
    const double d = side.distance / cell;
    if (!(d > -reach) || !isBeyond(sand, side.normal, d)) return false;
    take(side);
    return true;
}

/// Calls take(WallDistance) for the sides of a solid that a node touches.
/// @param walls WallsAt or WallView @param nearest from the face to the node @param cell [m]
template <class Walls, class Take>
TALUS_HD void forTouchedSides(const Walls& walls, std::uint32_t face, const Vec3d& node,
                              const environment::WallDistance& nearest, const SandOfNode& sand, double cell,
                              Take take) {
    const environment::WallFace& of = walls.face(face);
    bool any = false;
    const auto visit = [&](double distance, const Vec3d& in_frame) {
        const Vec3d normal =
            walls.moves(of.wall) ? rotated(walls.pose(of.wall).rotation, in_frame) : in_frame;
        const environment::WallDistance side{distance, normal, environment::Side::None, false};
        any = takeIfBeyond(side, sand, cell, take) || any;
    };
    if (nearest.distance <= on_surface * cell)
        environment::nearest::forSides(of, walls.inFrame(of.wall, node), visit);
    if (!any) take(nearest);
}

}  // namespace talus::sand::mpm
