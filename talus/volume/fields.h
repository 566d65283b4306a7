#pragma once
#include "talus/state/field.h"

/// The state of a volume (geometry/volume/block_grid.h), each field declared once.
namespace talus::volume {

using state::Field;

inline constexpr const char* blocks_table = "volume.blocks";
inline constexpr const char* cells_table = "volume.cells";

namespace fields {
// Blocks: one row each.
inline constexpr Field<std::uint32_t> slot{
    "slot", "", "0: empty, 1: full, n >= 2: its 512 cells begin at row 512 (n - 2)"};
inline constexpr Field<std::uint32_t> changes{"changes", "", "number of changes of its cells"};

// Cells of the blocks that are neither empty nor full.
inline constexpr Field<double> firm{"firm", "", "share of the cell that is ground as it was at the start"};
inline constexpr Field<double> loose{"loose", "", "share of the cell that is sediment, or ground that fell"};
}  // namespace fields

}  // namespace talus::volume
