#pragma once
#include <string>

#include "talus/io/vtk/vtk_checksum.h"

namespace talus::test {

/// A frame as versions without checksums wrote it: for tests of what is behind the checksum.
inline std::string withoutChecksum(std::string text) {
    const std::size_t notice = text.find(io::checksum_notice), end = text.rfind("<!-- xxh3 ");
    text.replace(end, std::string::npos, "</VTKFile>\n");
    text.erase(notice, io::checksum_notice.size());
    return text;
}

}  // namespace talus::test
