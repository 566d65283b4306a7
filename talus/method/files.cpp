#include "talus/method/files.h"

#include <filesystem>

namespace talus::method {

std::string Files::path(const std::string& name) const {
    std::error_code code;
    return std::filesystem::absolute(std::filesystem::path(folder) / name, code).lexically_normal().string();
}

std::string withPathAsGiven(std::string message, const std::string& path, const std::string& name) {
    if (const auto at = message.find(path); at != std::string::npos) message.replace(at, path.size(), name);
    return message;
}

}  // namespace talus::method
