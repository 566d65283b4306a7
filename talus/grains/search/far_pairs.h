#pragma once
#include "talus/exec/buffer.h"
#include "talus/grains/search/allowance.h"
#include "talus/grains/search/class_grids.h"

namespace talus::grains {

/// Which pairs are far pairs, and which rows follow from them. Grains with long allowances search for them.
struct FarPairRule {
    AllowanceRule allowance_rule;
    exec::View<const float> allowance;
    exec::View<const double> radius;
    std::size_t moving;      ///< number of grains that can move, the first ones
    std::size_t block_size;  ///< of the contact list

    /// Whether a pair is beyond the skin, but within both allowances. @param square square of the distance of
    /// the centres
    TALUS_HD bool isFar(const ContactSearch& search, std::size_t i, std::size_t j, double square) const {
        const double radii = radius[i] + radius[j], near = radii + search.reach(),
                     far = radii + search.range + (double{allowance[i]} + double{allowance[j]});
        return square >= near * near && square < far * far;
    }

    /// Grain i has found j: calls list(first, second, image of the second) for the rows that follow.
    template <class List>
    TALUS_HD void list(const ContactSearch& search, std::size_t i, std::size_t j, std::uint8_t image,
                       List list) const {
        const std::size_t begin = i / block_size * block_size, end = begin + block_size;
        const bool inside = image == environment::own_image && j >= begin && j < end && j < moving;
        if (search.lists(i, j, inside)) list(i, j, image);
        // Settled grains list no pairs. A grain with a long allowance finds the pair itself.
        if (j >= moving || allowance_rule.isLong(allowance[j])) return;
        if (search.lists(j, i, inside)) list(j, i, static_cast<std::uint8_t>(26 - image));
    }
    /// Largest gap of a far pair [m].
    TALUS_HD double farthest(const ContactSearch& search) const {
        return search.range + (allowance_rule.most + allowance_rule.most);
    }
};

/// The pairs that are listed only because of long allowances (allowance.h): they are further apart than the
/// skin, but within the sum of their allowances.
struct FarPairs {
    struct Pair {
        std::uint32_t first, second;  ///< rows of the grains
        std::uint8_t image;           ///< periodic copy of the second
    };
    exec::Array<Pair> pairs;  ///< sorted by the first, then by the grain that found them

    FarPairs(const exec::Exec& exec, const ContactSearch& search, const FarPairRule& rule,
             const ClassGrids& grids, exec::View<const Vec3d> position);

    /// The first pair whose first grain is this row or a later one.
    const Pair* from(std::size_t row) const {
        return std::lower_bound(pairs.data(), end(), row,
                                [](const Pair& pair, std::size_t of) { return pair.first < of; });
    }
    const Pair* end() const { return pairs.data() + pairs.size(); }
};

}  // namespace talus::grains
