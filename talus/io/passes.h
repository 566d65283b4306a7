#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/io/file.h"

namespace talus::io {

/// One channel of an image of passes: `values`, stored as Half or Float, or `numbers`, stored as Uint. One
/// for each pixel, rows from top to bottom.
struct PassChannel {
    enum class Type { Half, Float, Uint };
    std::string name;  ///< as of OpenEXR: R, G, B, A, Z, or LAYER.COMPONENT
    Type type = Type::Half;
    std::vector<float> values{};
    std::vector<std::uint32_t> numbers{};
};

/// A picture with data of its pixels, for programs that compose pictures.
struct PassImage {
    int width = 0, height = 0;
    std::vector<PassChannel> channels;
    /// Names of the numbers of the channel objectId. They go into the attribute `objectId` of the file, as
    /// JSON
    /// {"name": number}.
    std::map<std::string, std::uint32_t> objects;
};

/// Writes an OpenEXR file, complete or not at all. Errors: Input where a channel has another length than the
/// image; Storage.
Status writePasses(const ConfinedPath& path, const PassImage& image);

}  // namespace talus::io
