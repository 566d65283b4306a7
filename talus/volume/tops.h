#pragma once
#include <array>

#include "talus/geometry/heightfield.h"
#include "talus/geometry/volume/block_grid.h"

namespace talus::volume {

/// The set of frames that shows the tops.
inline constexpr const char* tops_set = "tops";

/// The volume seen from above, as a heightfield: a column through the middle of each column of cells, as high
/// as its uppermost ground; the bottom of the box where there is none, and nowhere else.
/// @param box cells of the box (Start::box): columns of the grid beyond it are left out
geometry::Heightfield topsOf(const geometry::VolumeCells& cells, const std::array<std::uint32_t, 3>& box);

}  // namespace talus::volume
