#pragma once
#include "talus/exec/buffer.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/springs.h"

namespace talus::grains {

/// The springs of the old contact list, by old rows of the grains. Only pairs that act have springs. They are
/// kept while the new list is made, so that memory never holds two complete lists.
class HeldSprings {
  public:
    /// @param grains number of grains now; those that appeared after the last search have no springs
    /// @param angle empty where contacts do not resist rolling or twisting
    HeldSprings(const exec::Exec& exec, std::size_t grains, const ListViews& list,
                state::View<const std::uint8_t> touching, const KeptVectors<const Vec3d>& spring,
                const KeptVectors<const Vec3d>& angle);

    struct Memory {
        bool touching = false;
        Vec3d spring, angle;
    };
    /// The memory of the pair with a as its first grain and b as its second.
    Memory find(std::size_t a, std::size_t b) const;

  private:
    static constexpr std::size_t none = ~std::size_t{0};
    std::size_t rowOf(std::size_t a, std::size_t b) const;

    exec::Array<std::uint32_t>
        begin_;  ///< start of each grain's pairs; has one more entry than there are grains
    exec::Array<std::uint32_t> partner_;
    exec::Array<Vec3d> spring_;
    exec::Array<Vec3d> angle_;
};

}  // namespace talus::grains
