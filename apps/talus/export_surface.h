#pragma once
#include <optional>
#include <string>
#include <vector>

namespace talus::cli {

struct SurfaceExport {
    std::string folder;
    std::vector<std::string> formats;  ///< none: ply
    std::string frames;
    std::string to;
    std::string what;              ///< empty: the only points that the frames have
    std::optional<double> radius;  ///< m; none: the points' own
    double cell = 0;               ///< in radii
    double smoothing = 0;          ///< in radii
    bool with_velocity = false;
    std::optional<double> voxel{};  ///< side of those of level sets [m]; none: that of the surface's cells
};

/// `talus export --surface`: a closed mesh around the points of each frame; the exit code.
int exportSurface(const SurfaceExport& arguments);

}  // namespace talus::cli
