#include "talus/method/land/land_heights.h"

namespace talus::method {

Result<exec::Array<double>> heightsOf(const Land& land, const state::ColumnsView& columns) {
    auto heights = state::columnValues(columns, "height");
    if (!heights) return heights.error();
    if (columns.grid != land.start->grid)
        return Error{ErrorKind::Input,
                     "the frames have other columns than the scene's ground; was run.toml changed after the "
                     "run?"};
    return heights;
}

}  // namespace talus::method
