#pragma once
#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/exchange.h"

namespace talus::couple {

/// Gives the pristine sand of some columns its grains, as those of a packed pattern lie, from bedrock up: as
/// many as the column has mass for. What is less than a grain goes to the next column of the row, or waits.
/// @param wanted one entry a column: not 0 for these
void layOutPristineSand(const Exchange& exchange, exec::View<const std::uint8_t> wanted, ColumnStore& store,
                        Buried& buried);

}  // namespace talus::couple
