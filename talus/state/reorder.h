#pragma once
#include "talus/exec/exec.h"
#include "talus/state/table.h"

namespace talus::state {

/// Moves row order[k] of every column to row k; rows that are not in `order` are removed. @pre no row is in
/// it twice
void reorder(const exec::Exec& exec, View<const std::uint32_t> order, Table& table);

}  // namespace talus::state
