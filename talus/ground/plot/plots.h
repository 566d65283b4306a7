#pragma once
#include <optional>
#include <vector>

#include "talus/geometry/heightfield.h"
#include "talus/method/method.h"

namespace talus::ground {

/// The ground of the first frame and of the plotted frame.
struct TwoGrounds {
    geometry::ColumnGrid grid;
    exec::Array<double> before, after;  ///< heights [m]
};
/// Nothing if the run has no ground. Error (Input) if its first frame has none, or other columns.
Result<std::optional<TwoGrounds>> groundsOf(const method::PlotInput& run);

/// What `talus plot` shows of ground alone.
std::vector<method::Plot> plots();

}  // namespace talus::ground
