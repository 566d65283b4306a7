#include "viewer/user/user_folder.h"

#include <cstdlib>

namespace talus::viewer {

namespace fs = std::filesystem;

fs::path userFolder() {
    const auto absolute = [](const char* name) {
        const char* value = std::getenv(name);
        const fs::path path = value == nullptr ? "" : value;
        return path.is_absolute() ? path : fs::path();
    };
    if (const fs::path config = absolute("XDG_CONFIG_HOME"); !config.empty()) return config / "talus";
    if (const fs::path home = absolute("HOME"); !home.empty()) return home / ".config" / "talus";
    return {};
}

}  // namespace talus::viewer
