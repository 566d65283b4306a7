#pragma once
#include "talus/io/raster/raster.h"
#include "talus/method/land/land.h"

namespace talus::run {

/// Makes rasters of a scene's land. Land that came from a raster goes back into that one's numbers: the
/// same place, system and holes, and columns that stand at the height that they began with hold the number
/// that they came from. So do the tops of a volume that a raster is in, but for its cells being others than
/// the raster's.
class GroundRasters {
  public:
    /// Errors as readRasterPart, where the land came from a file.
    static Result<GroundRasters> of(const method::Land& land);

    /// @param heights of the scene's columns; one that differs from the start by no more than single
    /// precision has not changed
    io::Raster rasterOf(exec::View<const double> heights) const;
    /// What those heights are above the ones that the run began with, in the same numbers; below: negative.
    io::Raster changeOf(exec::View<const double> heights) const;
    /// Other numbers that stand at the columns, as they are.
    io::Raster valuesAt(exec::View<const double> values) const;

  private:
    explicit GroundRasters(method::Land land) : land_(std::move(land)) {}
    method::Land land_;
    io::Raster source_;  ///< what the ground was at the start, in the numbers of its file
};

}  // namespace talus::run
