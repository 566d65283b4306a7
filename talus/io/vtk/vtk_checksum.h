#pragma once
#include <cstdint>
#include <string>
#include <string_view>

/// The checksum of frames: the XXH3 of all bytes before it, in an XML comment, which other readers skip. It
/// is at the end, so that a frame can be written in one pass. A notice at the beginning says that it is
/// there, so that a file whose end was cut off or changed is not read as one without a checksum (Talus before
/// 0.2).
namespace talus::io {

/// The notice, which comes after the first tag.
inline constexpr std::string_view checksum_notice = "<!-- an XXH3 of the bytes before it is at the end -->\n";

/// The end of a file with a checksum, including its closing tag.
std::string checksumEnd(std::uint64_t hash);

/// Whether the checksum agrees with the bytes of a file; true also where the file was written without one.
bool checksumFits(std::string_view bytes);

}  // namespace talus::io
