#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "talus/method/heap/repose.h"
#include "talus/method/plot.h"
#include "talus/state/points.h"

namespace talus::method {

/// Whether the ground of a run was level before its first step: what rises from it is a heap. True without
/// ground. Errors: Input.
Result<bool> beginsLevel(const PlotInput& run);

/// The heap of a frame on level ground. Nothing if the ground was not level at the start. Errors: Input.
/// @param radii [m], one per point @param unit what twice a radius is, in words
Result<std::optional<Repose>> measureHeap(const PlotInput& run, const state::PointsView& points,
                                          std::span<const double> radii, std::string_view unit);

/// Reports the angle of a heap, and draws its surface with the line that was fitted to its flank.
/// @param what what the angle is of, after the number; empty: nothing
PlotResult heapPlot(const PlotInput& run, const Repose& repose, std::string_view what = "");

}  // namespace talus::method
