#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talus/method/land/land.h"
#include "talus/run/frames.h"
#include "talus/run/land/export_ground.h"

namespace talus::cli {

/// Raster formats, for columns that are land of the scene.
inline constexpr std::array<const char*, 4> raster_formats{"tif", "exr", "png", "flt"};
bool isRasterFormat(const std::string& format);

/// The land of a run's scene, for exports.
class LandExport {
  public:
    LandExport() = default;
    /// The land of the scene in a run folder. Empty, after a reported error, where the scene cannot be read.
    static std::optional<LandExport> of(const std::string& folder, int& exit_code);

    /// A field of columns as a raster, with the georeference of the raster that the land came from
    /// (GroundRasters::fieldOf). Error (Input) where the columns are not land of the scene, or lack the
    /// field.
    Result<io::Raster> raster(const std::string& name, const state::FrameSet& columns,
                              const std::string& field) const;
    /// The columns of a frame, with the grains that lie on them added to the heights. Errors as of raster().
    Result<state::Columns> withGrains(const std::string& name, const run::FrameFile& file) const;

  private:
    Result<const method::Land*> find(const std::string& name) const;
    std::vector<method::Land> lands_;
    mutable std::map<std::string, run::GroundRasters> rasters_;  ///< made at first use
};

}  // namespace talus::cli
