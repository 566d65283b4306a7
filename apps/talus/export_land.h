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

/// Formats of rasters, in which columns can be written that are land of the scene.
inline constexpr std::array<const char*, 4> raster_formats{"tif", "exr", "png", "flt"};
bool isRasterFormat(const std::string& format);

/// What an export asks of the land of a run's scene.
class LandExport {
  public:
    LandExport() = default;
    /// Of the scene in a run folder; nothing where that cannot be read, which is told then.
    static std::optional<LandExport> of(const std::string& folder, int& exit_code);

    /// A field of columns as a raster in the place of the one that they came from (GroundRasters::fieldOf).
    /// Error (Input) where the columns are no land of the scene, or have no such field.
    Result<io::Raster> raster(const std::string& name, const state::FrameSet& columns,
                              const std::string& field) const;
    /// The columns of a frame with the grains that lie on them in their heights. Errors likewise.
    Result<state::Columns> withGrains(const std::string& name, const run::FrameFile& file) const;

  private:
    Result<const method::Land*> find(const std::string& name) const;
    std::vector<method::Land> lands_;
    mutable std::map<std::string, run::GroundRasters> rasters_;  ///< made where one is first asked for
};

}  // namespace talus::cli
