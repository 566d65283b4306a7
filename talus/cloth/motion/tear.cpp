#include "talus/cloth/motion/tear.h"

#include <algorithm>
#include <utility>

#include "talus/exec/for_each.h"

namespace talus::cloth {
namespace {

using Ends = std::array<std::uint32_t, 2>;

Ends inOrder(const Ends& ends) { return {std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}; }

bool has(const std::array<std::uint32_t, 3>& corner, std::uint32_t p) {
    return corner[0] == p || corner[1] == p || corner[2] == p;
}

/// take(triangle) for all triangles at two points.
template <class Take>
void forTrianglesAt(const ClothState& cloth, const MotionScratch& scratch, const Ends& ends, Take take) {
    for (std::uint32_t k = scratch.first_triangle_of[ends[0]]; k < scratch.first_triangle_of[ends[0] + 1];
         ++k)
        if (const std::uint32_t t = scratch.triangles_of[k]; has(cloth.corners[t], ends[1])) take(t);
}

/// Whether there are triangles at two points, and all of them are torn.
bool isGone(const ClothState& cloth, const MotionScratch& scratch, const Ends& ends) {
    std::size_t all = 0, torn = 0;
    forTrianglesAt(cloth, scratch, ends, [&](std::uint32_t t) {
        ++all;
        torn += cloth.tearing[t] & 1U;
    });
    return all > 0 && torn == all;
}

}  // namespace

void tear(const exec::Exec& exec, const Setup& setup, const ClothState& cloth, const MotionScratch& scratch) {
    const std::size_t springs = cloth.springs.ends.size();
    // By how much each spring is beyond its limit, and the most at each point.
    std::vector<double> over(springs, 0), most(cloth.points(), 0);
    exec::for_each(exec, springs, [&](std::size_t s) {
        const auto [i, j] = cloth.springs.ends[s];
        const auto& limit = setup.sheets[cloth.sheet[i]].tear_strain;
        if (!limit || !(cloth.stiffness[s] > 0)) return;
        over[s] = length(cloth.position[i] - cloth.position[j]) / cloth.springs.length[s] - 1 - *limit;
    });
    bool any = false;
    for (std::size_t s = 0; s < springs; ++s) {
        if (!(over[s] > 0)) continue;
        any = true;
        for (const std::uint32_t p : cloth.springs.ends[s]) most[p] = std::max(most[p], over[s]);
    }
    if (!any) return;
    for (std::size_t s = 0; s < springs; ++s) {
        const Ends& ends = cloth.springs.ends[s];
        if (!(over[s] > 0) || over[s] < most[ends[0]] || over[s] < most[ends[1]]) continue;
        cloth.stiffness[s] = 0;
        forTrianglesAt(cloth, scratch, ends, [&](std::uint32_t t) { cloth.tearing[t] |= 1U; });
    }
    for (std::size_t t = 0; t < cloth.corners.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            if (isGone(cloth, scratch, {cloth.corners[t][k], cloth.corners[t][(k + 1) % 3]}))
                cloth.tearing[t] |= static_cast<std::uint8_t>(8U << k);
    // Hinges with a torn triangle, and the corners opposite their edges, which a diagonal may join.
    std::vector<Ends> apart;
    for (std::size_t q = 0; q < cloth.hinges.edge.size(); ++q) {
        bool torn = false;
        forTrianglesAt(cloth, scratch, cloth.hinges.edge[q],
                       [&](std::uint32_t t) { torn |= (cloth.tearing[t] & 1U) != 0; });
        if (!torn) continue;
        cloth.bend[q] = 0;
        apart.push_back(inOrder(cloth.hinges.wings[q]));
    }
    std::sort(apart.begin(), apart.end());
    for (std::size_t s = 0; s < springs; ++s) {
        if (!(cloth.stiffness[s] > 0)) continue;
        const Ends ends = inOrder(cloth.springs.ends[s]);
        if (isGone(cloth, scratch, ends) || std::binary_search(apart.begin(), apart.end(), ends))
            cloth.stiffness[s] = 0;
    }
}

}  // namespace talus::cloth
