#pragma once
#include <optional>
#include <string>
#include <vector>

namespace talus::cli {

struct SetExport {
    std::string folder;
    std::vector<std::string> formats;  ///< none: of each set the usual one
    std::string frames;
    std::string to;
    std::string what;                 ///< name of a set; empty: all that the formats are for
    std::vector<std::string> fields;  ///< of columns as rasters; none: height
    bool with_grains = false;
    std::optional<double> voxel;  ///< side of those of level sets [m]; none: that of the cells of [volume]
};

/// `talus export`: the sets of the frames, of any method, each in those of the formats that it can be written
/// in; the exit code.
int exportSets(const SetExport& arguments);

}  // namespace talus::cli
