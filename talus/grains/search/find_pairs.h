#pragma once
#include <vector>

#include "talus/grains/search/class_grids.h"
#include "talus/grains/search/far_pairs.h"

namespace talus::grains {

/// The pairs of one block, before they are written to the table.
struct FoundPairs {
    struct Pair {
        std::uint32_t other;  ///< row of the second grain
        std::uint16_t first;  ///< within the block
        std::uint8_t image;   ///< periodic copy of the second grain
        bool inside;          ///< both grains are in the block
    };
    std::vector<Pair> touching, apart;
    std::vector<std::uint64_t> halo;  ///< HaloKeys, ascending

    std::size_t count() const { return touching.size() + apart.size(); }
};

/// Finds the pairs that the grains [begin, end) of a block list.
/// @param clump fields::clump: spheres of one clump are no pair; empty in scenes without clumps
FoundPairs findPairs(const ContactSearch& search, const ClassGrids& grids, const FarPairs& far_pairs,
                     exec::View<const Vec3d> position, exec::View<const double> radius,
                     exec::View<const std::uint32_t> clump, std::size_t begin, std::size_t end);

}  // namespace talus::grains
