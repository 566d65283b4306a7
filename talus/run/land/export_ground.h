#pragma once
#include "talus/io/raster/raster.h"
#include "talus/method/land/land.h"
#include "talus/state/columns.h"

namespace talus::run {

/// Makes rasters of a scene's land. Land that came from a raster goes back into that one's numbers: the
/// same place, system and holes, and columns that stand at the height that they began with hold the number
/// that they came from. So do the tops of a volume that a raster is in, but for its cells being others than
/// the raster's. Columns without ground (Land::empty) are holes.
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

    /// What `talus export --field` names of the columns of a frame: `height`; `change` since the start; any
    /// other field as it is, of a vector its length, and its parts as NAME_x, NAME_y and NAME_z. Error
    /// (Input) that lists the fields where there is none of that name, or where the columns are those of
    /// other land.
    Result<io::Raster> fieldOf(const state::ColumnsView& columns, const std::string& field) const;

  private:
    /// Changes of the scene's heights [m], which a frame may know better than its heights do.
    io::Raster changeBy(exec::View<const double> heights, exec::View<const double> change) const;
    explicit GroundRasters(method::Land land) : land_(std::move(land)) {}
    method::Land land_;
    io::Raster source_;  ///< what the ground was at the start, in the numbers of its file
};

}  // namespace talus::run
