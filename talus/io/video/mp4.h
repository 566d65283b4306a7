#pragma once
#include <cstdint>

#include "talus/io/file.h"

namespace talus::io {

/// What the index of an MP4 file says about its film.
struct Mp4Facts {
    std::uint64_t pictures = 0;
    double seconds = 0;  ///< duration [s]
};

/// Reads the index of an MP4 file and checks that the file is complete: its boxes fill it to the last byte,
/// it has an index, and its data is long enough for all pictures in the index (ISO/IEC 14496-12, ISO base
/// media file format: boxes 4.2, media header 8.4.2, sample sizes 8.7.3). The pictures are not decoded. Error
/// (Storage) where it cannot be read or is not complete.
Result<Mp4Facts> inspectMp4(const Path& path);

}  // namespace talus::io
