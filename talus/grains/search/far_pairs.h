#pragma once
#include "talus/exec/buffer.h"
#include "talus/grains/search/allowance.h"
#include "talus/grains/search/class_grids.h"

namespace talus::grains {

/// Which pairs are far ones, and which rows they make. They are found by grains whose allowance is long.
struct FarPairRule {
    AllowanceRule allowance_rule;
    exec::View<const float> allowance;
    exec::View<const double> radius;
    std::size_t moving;      ///< the first so many grains move
    std::size_t block_size;  ///< in the contact list

    /// @param square of the distance of their centres
    TALUS_HD bool isFar(const ContactSearch& search, std::size_t i, std::size_t j, double square) const {
        const double radii = radius[i] + radius[j], near = radii + search.reach(),
                     far = radii + search.range + (double{allowance[i]} + double{allowance[j]});
        return square >= near * near && square < far * far;
    }

    /// Calls list(first, second, image of the second) for the rows that follow from i's having found j.
    template <class List>
    TALUS_HD void list(const ContactSearch& search, std::size_t i, std::size_t j, std::uint8_t image,
                       List list) const {
        const std::size_t begin = i / block_size * block_size, end = begin + block_size;
        const bool inside = image == environment::own_image && j >= begin && j < end && j < moving;
        if (search.lists(i, j, inside)) list(i, j, image);
        // Settled grains list nothing; and one whose allowance is long finds the pair by itself.
        if (j >= moving || allowance_rule.isLong(allowance[j])) return;
        if (search.lists(j, i, inside)) list(j, i, static_cast<std::uint8_t>(26 - image));
    }
    /// The gap beyond the radii that no far pair exceeds [m].
    TALUS_HD double farthest(const ContactSearch& search) const {
        return search.range + (allowance_rule.most + allowance_rule.most);
    }
};

/// The pairs that only long allowances (allowance.h) ask for: further apart than the skin, but nearer than
/// the allowances of the two.
struct FarPairs {
    struct Pair {
        std::uint32_t first, second;  ///< rows of the grains
        std::uint8_t image;           ///< of the second
    };
    exec::Array<Pair> pairs;  ///< ordered by the first, then by which grain found them

    FarPairs(const exec::Exec& exec, const ContactSearch& search, const FarPairRule& rule,
             const ClassGrids& grids, exec::View<const Vec3d> position);

    /// Those whose first is the row or a later one.
    const Pair* from(std::size_t row) const {
        return std::lower_bound(pairs.data(), end(), row,
                                [](const Pair& pair, std::size_t of) { return pair.first < of; });
    }
    const Pair* end() const { return pairs.data() + pairs.size(); }
};

}  // namespace talus::grains
