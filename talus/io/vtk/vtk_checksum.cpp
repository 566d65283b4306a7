#include "talus/io/vtk/vtk_checksum.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/hash.h"

namespace talus::io {
namespace {

constexpr std::string_view before_hash = "<!-- xxh3 ", after_hash = " -->\n</VTKFile>\n";
constexpr std::size_t end_length = before_hash.size() + 16 + after_hash.size();

}  // namespace

std::string checksumEnd(std::uint64_t hash) {
    return fmt::format("{}{}{}", before_hash, hexadecimal(hash), after_hash);
}

bool checksumFits(std::string_view bytes) {
    constexpr std::size_t longest_head = 512;
    const bool noticed = bytes.substr(0, longest_head).find(checksum_notice) != std::string_view::npos;
    const std::string_view end = bytes.substr(bytes.size() - std::min(bytes.size(), end_length));
    // One of the two is enough to require the checksum: a single changed byte cannot remove both.
    if (!noticed && end.substr(0, before_hash.size()) != before_hash) return true;
    const std::string_view checked = bytes.substr(0, bytes.size() - end.size());
    Hasher hasher;
    hasher.add(checked.data(), checked.size());
    return end == checksumEnd(hasher.value());
}

}  // namespace talus::io
