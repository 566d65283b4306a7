#pragma once
#include "talus/exec/buffer.h"
#include "talus/grains/forces/springs.h"
#include "talus/grains/search/contact_list.h"

namespace talus::grains {

/// What the pairs of the old list remember, by old rows of the grains; only pairs that act remember anything.
/// Kept while the new list is made, so that memory never holds two whole lists.
class HeldSprings {
  public:
    /// @param grains how many there are now; those that came after the last search hold nothing
    /// @param angle empty where contacts have none
    HeldSprings(const exec::Exec& exec, std::size_t grains, const ListViews& list,
                state::View<const std::uint8_t> touching, const KeptVectors<const Vec3d>& spring,
                const KeptVectors<const Vec3d>& angle);

    struct Memory {
        bool touching = false;
        Vec3d spring, angle;
    };
    /// Of the pair (a, b) seen from a.
    Memory find(std::size_t a, std::size_t b) const;

  private:
    static constexpr std::size_t none = ~std::size_t{0};
    std::size_t rowOf(std::size_t a, std::size_t b) const;

    exec::Array<std::uint32_t> begin_;  ///< of each grain's pairs; one more than there are grains
    exec::Array<std::uint32_t> partner_;
    exec::Array<Vec3d> spring_;
    exec::Array<Vec3d> angle_;
};

}  // namespace talus::grains
