#pragma once
#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/exchange.h"

namespace talus::couple {

/// Turns the pristine sand of some columns into buried grains, at the positions of the packed pattern, from
/// bedrock upwards: as many as the column's mass allows. A rest of less than a grain goes to the next column
/// of the row if that is wanted, too; else it stays.
/// @param wanted of each column, not 0: turn its sand into grains
void layOutPristineSand(const Exchange& exchange, exec::View<const std::uint8_t> wanted, ColumnStore& store,
                        Buried& buried);

}  // namespace talus::couple
