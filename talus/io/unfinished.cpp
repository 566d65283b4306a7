#include "talus/io/unfinished.h"

#include <cerrno>
#include <charconv>
#include <csignal>

#include <unistd.h>

#include <fmt/format.h>

namespace talus::io {
namespace {

constexpr std::string_view suffix = ".tmp";

}  // namespace

std::string unfinishedName(const std::string& name) {
    return fmt::format("{}.{}{}", name, ::getpid(), suffix);
}

std::optional<Unfinished> parseUnfinished(std::string_view file) {
    if (!file.ends_with(suffix) || file.size() == suffix.size()) return std::nullopt;
    file.remove_suffix(suffix.size());
    const std::size_t dot = file.rfind('.');
    pid_t writer = 0;
    if (dot != std::string_view::npos && dot > 0) {
        const char* last = file.data() + file.size();
        const auto [end, code] = std::from_chars(file.data() + dot + 1, last, writer);
        if (code != std::errc() || end != last) writer = 0;
    }
    if (writer <= 0) return Unfinished{std::string(file), true};
    return Unfinished{std::string(file.substr(0, dot)), ::kill(writer, 0) != 0 && errno == ESRCH};
}

bool isThere(const ConfinedPath& path) {
    std::error_code code;
    return std::filesystem::symlink_status(path.path(), code).type() != std::filesystem::file_type::not_found;
}

}  // namespace talus::io
