#pragma once
#include <algorithm>

#include "talus/sand/boundary/touch.h"
#include "talus/sand/mpm/grid.h"

/// The gap between the sand of a node and a surface. Particles reach nodes up to one and a half cells away,
/// so nodes on and behind a wall have sand before the sand is at the wall. If they stopped it, sand that
/// falls would come to rest up to 0.7 of a cell in front of the wall. With the weights w of the node i, its
/// distance d in front of a surface of normal n, and the cell h, the mean distance of the sand from the node
/// along n is
///     u = n . sum w (x_p - x_i) / (h sum w)
/// and the gap is u - u_0(d), where u_0 is that of sand at rest on the surface, in layers half a cell apart.
/// It does not depend on the density: sparse sand that reaches the surface has no gap.
namespace talus::sand::mpm {

/// u_0: the layers are at 1/4, 3/4, ... in front of the surface. @param distance d [cells]
TALUS_HD inline double meanDistanceAtRest(double distance) {
    constexpr double reach = 1.5, layers = 0.5;
    double weights = 0, sum = 0;
    for (double x = 0.5 * layers - distance; x < reach; x += layers) {
        const double beyond = x < 0 ? -x : x, rest = reach - beyond;
        if (!(rest > 0)) continue;
        const double weight = beyond < 0.5 ? 0.75 - x * x : 0.5 * rest * rest;
        weights += weight;
        sum += weight * x;
    }
    return weights > 0 ? sum / weights : reach;
}

/// The sand of a node.
struct SandOfNode {
    Vec3d mean;         ///< mean distance from the node [cells]: sum w (x_p - x_i) / (h sum w)
    double loaded = 0;  ///< share that carries load

    /// @param moment sums of w (x_i - x_p) / h, and of w over the particles that carry load
    /// @param weight sum of w
    TALUS_HD SandOfNode(const Node& moment, float weight)
        : mean(wide(moment.xyz()) * (-1 / double{weight})), loaded(double{moment.w} / double{weight}) {}
};

/// A particle with a trace of the strain below this carries load.
inline constexpr float loaded_trace = -1e-5f;

/// Nodes with loaded sand have a tolerance, in cells. Particles in a bed are not in layers, and without it
/// nodes let sand go in turn, so that beds sink. Fitted to the volume of sand that fell: with 0.06 it is
/// 0.983 to 1.005, with 0.08 0.992 to 1.011 (bench/results/tried-2026-11.md).
inline constexpr double gap_of_loaded = 0.075;
/// From this share of loaded sand on, a node has the whole tolerance.
inline constexpr double loaded_share = 0.1;

/// Lets the sand of a node move up to a surface within a step: raises the speed at which it may approach.
/// @param distance d of the node from the surface [m] @param cell [m] @param dt [s]
TALUS_HD inline void allowGap(Touch& touch, const SandOfNode& sand, double distance, double cell, double dt) {
    const double tolerance = gap_of_loaded * std::min(1.0, sand.loaded / loaded_share);
    const double gap = dot(sand.mean, touch.normal) - meanDistanceAtRest(distance / cell) - tolerance;
    if (gap > 0) touch.velocity -= touch.normal * (gap * cell / dt);
}

}  // namespace talus::sand::mpm
