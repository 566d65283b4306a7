#pragma once
#include "talus/sand/mpm/tile.h"

namespace talus::sand::mpm {

/// The 27 nodes of a particle in the patch of its tile: the lowest of them, and by axis and node the weights
/// of the quadratic spline and the distances of the nodes from the particle in cells.
struct Stencil {
    int first[3];
    float weight[3][3], distance[3][3];

    /// @param corner first node of the tile [m]
    TALUS_HD Stencil(const Lattice& lattice, const Vec3d& position, const Vec3d& corner) {
        const Vec3d at = lattice.inTile(position, corner);
        set(0, at.x);
        set(1, at.y);
        set(2, at.z);
    }
    TALUS_HD int firstNode() const { return patchIndex(first[0], first[1], first[2]); }

  private:
    TALUS_HD void set(int axis, double x) {
        const int node = static_cast<int>(std::floor(x - 0.5));
        first[axis] = node - patch_first;
        const float f = static_cast<float>(x - node), a = 1.5f - f, b = f - 1, c = f - 0.5f;
        weight[axis][0] = 0.5f * a * a;
        weight[axis][1] = 0.75f - b * b;
        weight[axis][2] = 0.5f * c * c;
        distance[axis][0] = -f;
        distance[axis][1] = 1 - f;
        distance[axis][2] = 2 - f;
    }
};

/// visit(i, j, k, n) for the 27 nodes of a particle: their index along each axis, and in all.
template <class Visit>
void forStencil(Visit visit) {
    for (int i = 0, n = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k, ++n) visit(i, j, k, static_cast<std::size_t>(n));
}

}  // namespace talus::sand::mpm
