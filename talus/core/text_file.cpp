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
constexpr std::uintmax_t largest = std::uintmax_t{16} << 20;

Error inputError(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// "; did you mean 'scenes/sand-pile.toml'?", or the name of a missing folder, or nothing.
std::string suggestion(const fs::path& path) {
    std::error_code ignored;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, ignored)) return fmt::format(": there is no folder '{}'", folder.string());
    std::vector<std::string> names;
    constexpr std::size_t enough = 10000;
    for (fs::directory_iterator entry(folder, ignored), end; entry != end && names.size() < enough;
         entry.increment(ignored)) {
        if (ignored) break;
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    auto name = nearest(path.filename().string(), names);
    // "sand-pile" for "sand-pile.toml" is further off than a spelling mistake.
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
    // A pipe or a terminal keeps its reader waiting for as long as it likes: only who asks for one by the
    // name of an open descriptor (/dev/stdin, or /dev/fd/63 from a shell's <(...)) gets it.
    if (!fs::is_regular_file(status) && !path.starts_with("/dev/"))
        return inputError(
            fmt::format("'{}' is no file but a pipe or a device; to read a scene from a pipe, use "
                        "/dev/stdin",
                        path));
    std::ifstream file(path, std::ios::binary);
    if (!file) return inputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    // Read in pieces instead of asking for the size: a pipe or a device has none.
    std::string text;
    std::string piece(std::size_t{1} << 16, '\0');
    while (file) {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
        if (text.size() > largest)
            return inputError(fmt::format("'{}' is larger than 16 MiB; a scene file is a short text", path));
    }
    if (file.bad()) return inputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    if (isUtf16(text)) return inputError(fmt::format("cannot read '{}': {}", path, utf16_advice));
    if (text.find('\0') != std::string::npos)
        return inputError(fmt::format("'{}' is a binary file; a scene file is text (TOML)", path));
    return text;
}

}  // namespace talus
