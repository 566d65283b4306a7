#pragma once
#include <optional>
#include <string>
#include <vector>

namespace talus::cli {

struct SetExport {
    std::string folder;
    std::vector<std::string> formats;  ///< empty: the default format of each set
    std::string frames;
    std::string to;
    std::string what;                 ///< name of a set; empty: all sets that the formats can hold
    std::vector<std::string> fields;  ///< fields of columns to write as rasters; empty: height
    bool with_grains = false;
    std::optional<double> voxel;  ///< side of the voxels of level sets [m]; empty: the cells of [volume]
};

/// `talus export`: writes the sets of the frames, each in those of the formats that can hold it. Returns the
/// exit code.
int exportSets(const SetExport& arguments);

}  // namespace talus::cli
