#pragma once
#include <string>
#include <vector>

namespace talus::cli {

struct BodyExport {
    std::string folder;
    std::vector<std::string> formats;  ///< empty: usda
    std::string frames;
    std::string to;
    std::string what;  ///< name of one body or wall; empty: all
};

/// `talus export --bodies`: writes bodies and walls as meshes. Returns the exit code.
int exportBodies(const BodyExport& arguments);

}  // namespace talus::cli
