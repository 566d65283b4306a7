#include "viewer/user/json_file.h"

#include <fmt/format.h>

#include "talus/io/file.h"

namespace talus::viewer {

namespace fs = std::filesystem;

Error damagedFile(const fs::path& file, const std::string& what) {
    return {ErrorKind::Input,
            fmt::format("'{}' cannot be used: {}; repair or delete it", file.string(), what)};
}

Result<nlohmann::ordered_json> readJson(const fs::path& file) {
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 22;
    std::error_code code;
    if (!fs::exists(file, code) && !code) return nlohmann::ordered_json::object();
    const auto text = io::readFile(io::ConfinedPath(file), max_bytes);
    if (!text) return text.error();
    auto object = nlohmann::ordered_json::parse(*text, nullptr, false);
    if (object.is_discarded()) return damagedFile(file, "it is not JSON");
    if (!object.is_object()) return damagedFile(file, "it is not a JSON object");
    return object;
}

Status writeJson(const fs::path& file, const nlohmann::ordered_json& object) {
    if (Status made = io::createFolder(io::ConfinedPath(file.parent_path())); !made) return made;
    // Names of files may have any bytes; those that are not UTF-8 are replaced.
    return io::writeFile(io::ConfinedPath(file),
                         object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace talus::viewer
