#pragma once
#include "talus/exec/exec.h"
#include "talus/state/table.h"

namespace talus::state {

/// Puts row order[k] of every column into row k. @pre order is a permutation of the table's rows
void reorder(const exec::Exec& exec, View<const std::uint32_t> order, Table& table);

}  // namespace talus::state
