#pragma once
#include <cstdint>

#include "talus/io/file.h"

namespace talus::io {

/// What the index of an MP4 file says of its one film.
struct Mp4Facts {
    std::uint64_t pictures = 0;
    double seconds = 0;  ///< how long it plays [s]
};

/// Reads the index of an MP4 file and checks that the file is complete: its boxes fill it to the last byte
/// and it has an index and room for all pictures that the index lists (ISO/IEC 14496-12, ISO base media file
/// format: boxes 4.2, media header 8.4.2, sample sizes 8.7.3). The pictures themselves are not decoded.
/// Errors: Storage when it cannot be read or is not complete.
Result<Mp4Facts> inspectMp4(const Path& path);

}  // namespace talus::io
