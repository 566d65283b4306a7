#pragma once
// Only for *_simd.cpp files.
#include "talus/cloth/contact/box_tree.h"
#include "talus/math/simd.h"

namespace talus::cloth {

/// A box in registers.
class SweptPack {
  public:
    SweptPack(const Swept& box)
        : at_(box.at.data(), aligned),
          way_(box.way.data(), aligned),
          at_other_(box.at_other.data(), aligned),
          way_other_(box.way_other.data(), aligned) {}

    void add(const SweptPack& b) {
        at_ = std::experimental::min(at_, b.at_);
        way_ = std::experimental::min(way_, b.way_);
        at_other_ = std::experimental::min(at_other_, b.at_other_);
        way_other_ = std::experimental::min(way_other_, b.way_other_);
    }
    Swept box() const {
        Swept box;
        at_.copy_to(box.at.data(), aligned);
        way_.copy_to(box.way.data(), aligned);
        at_other_.copy_to(box.at_other.data(), aligned);
        way_other_.copy_to(box.way_other.data(), aligned);
        return box;
    }

    /// Whether two boxes can meet on their way. Only how they move relative to each other counts, so that
    /// neighbours that move together do not meet.
    bool meets(const SweptPack& b) const {
        // A low side is below the high side of the other where its sum with the negative of that is not
        // above 0.
        const Eight closing = std::experimental::min(way_ + b.way_other_, Eight(0.0F));
        return std::experimental::all_of(at_ + closing + b.at_other_ <= 0.0F);
    }

  private:
    using Eight = std::experimental::simd<float, std::experimental::simd_abi::deduce_t<float, 8>>;
    static constexpr auto aligned = std::experimental::overaligned<32>;

    Eight at_, way_, at_other_, way_other_;
};

}  // namespace talus::cloth
