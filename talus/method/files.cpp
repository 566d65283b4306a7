#include "talus/method/files.h"

#include <filesystem>

namespace talus::method {

std::string Files::path(const std::string& word) const {
    std::error_code code;
    return std::filesystem::absolute(std::filesystem::path(folder) / word, code).lexically_normal().string();
}

std::string inWordsOf(std::string message, const std::string& path, const std::string& word) {
    if (const auto at = message.find(path); at != std::string::npos) message.replace(at, path.size(), word);
    return message;
}

}  // namespace talus::method
