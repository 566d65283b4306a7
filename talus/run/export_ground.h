#pragma once
#include "talus/io/raster/raster.h"
#include "talus/method/land.h"
#include "talus/state/points.h"

namespace talus::run {

/// Heights with the grains that lie on the ground spread over the columns below them: each as its volume over
/// the packing fraction, over its footprint by its thickness there. From the lowest grain up; one that is
/// further above what lies there than its own diameter flies, and is left out. Error (Input) when the frame
/// has no radius.
/// @param packing share of a heap's volume that is grains, in (0, 1]
Status addLyingGrains(const geometry::ColumnGrid& grid, exec::View<double> heights,
                      const state::PointsView& grains, double packing = 0.6);

/// Makes rasters of a scene's land. Land that came from a raster goes back into that one's numbers: the
/// same place, system and holes, and columns that stand at the height that they began with hold the number
/// that they came from.
class GroundRasters {
  public:
    /// Errors as readRasterPart, where the land came from a file.
    static Result<GroundRasters> of(const method::Land& land);

    /// @param heights of the scene's columns; one that differs from the start by no more than single
    /// precision has not changed
    io::Raster rasterOf(exec::View<const double> heights) const;

  private:
    explicit GroundRasters(method::Land land) : land_(std::move(land)) {}
    method::Land land_;
    io::Raster source_;  ///< what the ground was at the start, in the numbers of its file
};

}  // namespace talus::run
