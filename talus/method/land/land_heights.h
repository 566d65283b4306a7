#pragma once
#include "talus/exec/buffer.h"
#include "talus/method/land/land.h"
#include "talus/state/columns.h"

namespace talus::method {

/// The heights of land in a frame. Error (Input) where the columns of the frame are not those of the land.
Result<exec::Array<double>> heightsOf(const Land& land, const state::ColumnsView& columns);

}  // namespace talus::method
