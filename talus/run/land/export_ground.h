#pragma once
#include "talus/io/raster/raster.h"
#include "talus/method/land/land.h"
#include "talus/state/columns.h"

namespace talus::run {

/// Makes rasters of a scene's land. Land that came from a raster gets the raster's position, coordinate
/// system, units and holes; columns at their start height get their original value. The same holds for the
/// tops of a volume that was made from a raster, except that the raster then has the cells of the volume.
/// Columns without ground (Land::empty) are holes.
class GroundRasters {
  public:
    /// Errors as readRasterPart, where the land came from a file.
    static Result<GroundRasters> of(const method::Land& land);

    /// @param heights of the scene's columns. A height that equals the start in single precision counts as
    /// unchanged
    io::Raster rasterOf(exec::View<const double> heights) const;
    /// The heights minus those at the start of the run, in the units of the raster.
    io::Raster changeOf(exec::View<const double> heights) const;
    /// Other values at the columns, without conversion.
    io::Raster valuesAt(exec::View<const double> values) const;

    /// A field of the columns of a frame, as named by `talus export --field`: `height`; `change` since the
    /// start; or any other field, without conversion. The name of a vector gives its length, and NAME_x,
    /// NAME_y and NAME_z its components. Error (Input) that lists the fields where there is no such field, or
    /// where the columns are of other land.
    Result<io::Raster> fieldOf(const state::ColumnsView& columns, const std::string& field) const;

  private:
    /// The raster of changes of the heights [m], for frames that store `change` more precisely than `height`.
    io::Raster changeBy(exec::View<const double> heights, exec::View<const double> change) const;
    explicit GroundRasters(method::Land land) : land_(std::move(land)) {}
    method::Land land_;
    io::Raster source_;  ///< the ground at the start, in the units of its file
};

}  // namespace talus::run
