#pragma once
// Only for *_simd.cpp files.
#include "talus/cloth/contact/box_tree.h"
#include "talus/math/simd.h"

namespace talus::cloth {

/// A box in registers.
class SweptPack {
  public:
    SweptPack(const Swept& box) : at_(box.at.data(), aligned), way_(box.way.data(), aligned) {}

    void add(const SweptPack& b) {
        at_ = std::experimental::min(at_, b.at_);
        way_ = std::experimental::min(way_, b.way_);
    }
    Swept box() const {
        Swept box;
        store(at_, box.at);
        store(way_, box.way);
        return box;
    }

    /// Whether two boxes can meet on their way. Only how they move relative to each other counts, so that
    /// neighbours that move together do not meet.
    bool meets(const Swept& b) const {
        // A low side is below the high side of the other where its sum with the negative of that is not
        // above 0. Four values farther on, the other box has its halves exchanged.
        const Eight at(b.at.data() + 4, std::experimental::element_aligned),
            way(b.way.data() + 4, std::experimental::element_aligned);
        const Eight closing = std::experimental::min(way_ + way, Eight(0.0F));
        return std::experimental::all_of(at_ + closing + at <= 0.0F);
    }

  private:
    using Eight = std::experimental::simd<float, std::experimental::simd_abi::deduce_t<float, 8>>;
    static constexpr auto aligned = std::experimental::element_aligned;

    static void store(const Eight& x, std::array<float, 12>& to) {
        x.copy_to(to.data(), aligned);
        for (std::size_t k = 0; k < 4; ++k) to[8 + k] = to[k];
    }

    Eight at_, way_;
};

}  // namespace talus::cloth
