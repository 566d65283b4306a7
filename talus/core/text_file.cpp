#include "talus/core/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/core/text_encoding.h"

namespace talus {
namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t max_bytes = std::uintmax_t{16} << 20;

Error inputError(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// The end of a message that a file is missing: "; did you mean 'scenes/sand-pile.toml'?", or that its folder
/// is missing, or "".
std::string suggestion(const fs::path& path) {
    std::error_code ignored;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, ignored)) return fmt::format(": there is no folder '{}'", folder.string());
    std::vector<std::string> names;
    constexpr std::size_t max_names = 10000;
    for (fs::directory_iterator entry(folder, ignored), end; entry != end && names.size() < max_names;
         entry.increment(ignored)) {
        if (ignored) break;
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    auto name = nearest(path.filename().string(), names);
    // nearest() does not find "sand-pile.toml" for "sand-pile": the ending is too large a difference.
    if (!name)
        for (const std::string& other : names)
            if (other == path.filename().string() + ".toml") name = other;
    if (!name) return "";
    const fs::path meant = path.has_parent_path() ? path.parent_path() / *name : fs::path(*name);
    return fmt::format("; did you mean '{}'?", meant.string());
}

}  // namespace

Result<std::string> readTextFile(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
        return inputError(fmt::format("cannot find '{}'{}", path, suggestion(path)));
    if (error) return inputError(fmt::format("cannot read '{}': {}", path, error.message()));
    if (status.type() == fs::file_type::directory)
        return inputError(fmt::format("'{}' is a folder; a scene file is needed here", path));
    // Reading a pipe or a terminal may block for ever. They are accepted only by the name of an open
    // descriptor: /dev/stdin, or /dev/fd/63 from a shell's <(...).
    if (!fs::is_regular_file(status) && !path.starts_with("/dev/"))
        return inputError(
            fmt::format("'{}' is a pipe or a device, not a file; to read a scene from a pipe, use "
                        "/dev/stdin",
                        path));
    std::ifstream file(path, std::ios::binary);
    if (!file) return inputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    // Read in pieces, because a pipe or a device has no size.
    std::string text;
    std::string piece(std::size_t{1} << 16, '\0');
    while (file) {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
        if (text.size() > max_bytes)
            return inputError(fmt::format("'{}' is larger than 16 MiB; a scene file is a short text", path));
    }
    if (file.bad()) return inputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    if (isUtf16(text)) return inputError(fmt::format("cannot read '{}': {}", path, utf16_advice));
    if (text.find('\0') != std::string::npos)
        return inputError(fmt::format("'{}' is a binary file; a scene file is text (TOML)", path));
    return text;
}

}  // namespace talus
