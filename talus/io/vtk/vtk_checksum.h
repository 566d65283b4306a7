#pragma once
#include <cstdint>
#include <string>
#include <string_view>

/// The checksum that frames carry: the XXH3 of all bytes before it, in an XML comment that other readers
/// skip. It stands at the end, since a frame is written in one go; the head says that it does, so that a file
/// whose end is cut off or changed is not taken for one of a version of Talus that wrote none (before 0.2).
namespace talus::io {

/// Stands behind the first tag.
inline constexpr std::string_view checksum_notice = "<!-- an XXH3 of the bytes before it is at the end -->\n";

/// The end of a file with a checksum, the tag that closes it included.
std::string checksumEnd(std::uint64_t hash);

/// Whether the bytes of a file are what was written; true as well where it never had a checksum.
bool checksumFits(std::string_view bytes);

}  // namespace talus::io
