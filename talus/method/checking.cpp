#include "talus/method/checking.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/settings/read_value.h"

namespace talus::method {

std::optional<std::string> Checking::path(std::string_view section, std::size_t index, std::string_view key,
                                          const std::string& word) const {
    std::string path = files.path(word);
    const std::string fault = settings::faultOfText(path);
    if (fault.empty()) return path;
    error(section, index, key, fmt::format("a run writes down where '{}' is, and that path {}", word, fault),
          "move the scene and its files into another folder");
    return std::nullopt;
}

bool Checking::takeMemory(std::string_view section, std::size_t index, std::string_view key,
                          const std::string& what, double bytes, const std::string& hint) const {
    MemoryBudget& room = *files.memory;
    if (bytes > room.left()) {
        error(section, index, key,
              fmt::format("{} need {:.3g} GB of memory, and {:.3g} GB are left for it on this machine", what,
                          bytes / 1e9, std::max(0.0, room.left()) / 1e9),
              hint);
        return false;
    }
    room.taken.memory_bytes += bytes;
    if (bytes <= room.largest) return true;
    room.largest = bytes;
    room.taken.what = what;
    room.taken.most = {std::string(section), index, std::string(key)};
    return true;
}

}  // namespace talus::method
