#pragma once
#include <array>

#include "talus/geometry/heightfield.h"
#include "talus/geometry/volume/block_grid.h"

namespace talus::volume {

/// Set of frames with the tops.
inline constexpr const char* tops_set = "tops";

/// The volume seen from above, as a heightfield with a column at the centre of each column of cells. The
/// height is that of the uppermost ground; the bottom of the box where there is none.
/// @param box cells of the box (Start::box); columns of the grid outside of it are left out
geometry::Heightfield topsOf(const geometry::VolumeCells& cells, const std::array<std::uint32_t, 3>& box);

}  // namespace talus::volume
