#pragma once
#include "talus/exec/exec.h"
#include "talus/state/table.h"

namespace talus::state {

/// Puts row order[k] of every column into row k; rows that are not in the order are gone. @pre no row is in
/// it twice
void reorder(const exec::Exec& exec, View<const std::uint32_t> order, Table& table);

}  // namespace talus::state
