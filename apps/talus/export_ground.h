#pragma once
#include <string>
#include <vector>

namespace talus::cli {

struct GroundExport {
    std::string folder;
    std::vector<std::string> formats;
    std::string frames;
    std::string to;
    bool with_grains = false;
};

/// Whether a format is one of surfaces alone.
bool isSurfaceFormat(const std::string& format);

/// `talus export --what ground`; the exit code.
int exportGround(const GroundExport& arguments);

}  // namespace talus::cli
