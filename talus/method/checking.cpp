#include "talus/method/checking.h"

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

}  // namespace talus::method
