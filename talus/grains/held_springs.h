#pragma once
#include "talus/exec/buffer.h"
#include "talus/grains/contact_list.h"

namespace talus::grains {

/// The springs of the old list, by old rows of the grains; pairs that do not touch have none. Kept while the
/// new list is made, so that memory never holds two whole lists.
class HeldSprings {
  public:
    /// @param grains how many there are now; those that came after the last search hold no spring
    HeldSprings(const exec::Exec& exec, std::size_t grains, const ListViews& list,
                state::View<const Vec3d> spring);

    /// The spring of the pair (a, b) seen from a; zero when it has none.
    Vec3d find(std::size_t a, std::size_t b) const;

  private:
    const Vec3d* findFrom(std::size_t a, std::size_t b) const;

    exec::Array<std::uint32_t> begin_;  ///< of each grain's springs; one more than there are grains
    exec::Array<std::uint32_t> partner_;
    exec::Array<Vec3d> spring_;
};

}  // namespace talus::grains
