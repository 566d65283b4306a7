#include "talus/method/checking.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/settings/read_value.h"

namespace talus::method {

std::optional<std::string> Checking::path(std::string_view section, std::size_t index, std::string_view key,
                                          const std::string& word) const {
    std::string path = files.path(word);
    const std::string fault = settings::invalidTextReason(path);
    if (fault.empty()) return path;
    error(section, index, key,
          fmt::format("the path of '{}' cannot be written to run.toml: it {}", word, fault),
          "move the scene and its files into another folder");
    return std::nullopt;
}

bool Checking::takeMemory(std::string_view section, std::size_t index, std::string_view key,
                          const std::string& what, double bytes, const std::string& hint) const {
    MemoryBudget& budget = *files.memory;
    if (bytes > budget.left()) {
        error(section, index, key,
              fmt::format("{} need {:.3g} GB of memory; {:.3g} GB are left for them on this machine", what,
                          bytes / 1e9, std::max(0.0, budget.left()) / 1e9),
              hint);
        return false;
    }
    budget.taken.memory_bytes += bytes;
    if (bytes <= budget.largest) return true;
    budget.largest = bytes;
    budget.taken.what = what;
    budget.taken.most = {std::string(section), index, std::string(key)};
    return true;
}

}  // namespace talus::method
