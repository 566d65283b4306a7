#pragma once
#include <optional>
#include <string>
#include <vector>

namespace talus::cli {

struct SurfaceExport {
    std::string folder;
    std::vector<std::string> formats;  ///< empty: ply
    std::string frames;
    std::string to;
    std::string what;              ///< name of a set of points; empty: the only one
    std::optional<double> radius;  ///< [m]; empty: the points' own
    double cell = 0;               ///< side of the grid cells [radii]
    double smoothing = 0;          ///< [radii]
    bool with_velocity = false;
    std::optional<double> voxel{};  ///< side of the voxels of level sets [m]; empty: the surface's cells
};

/// `talus export --surface`: writes a closed mesh around the points of each frame. Returns the exit code.
int exportSurface(const SurfaceExport& arguments);

}  // namespace talus::cli
