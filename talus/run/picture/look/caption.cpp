#include "talus/run/picture/look/caption.h"

#include <fmt/format.h>

namespace talus::run {

void addToCaption(picture::Picture& picture, const std::string& text) {
    picture.caption += (picture.caption.empty() ? "" : "   ") + text;
}

std::string lengthText(double metres) {
    if (metres < 0.01) return fmt::format("{:.3g} mm", 1000 * metres);
    if (metres < 1) return fmt::format("{:.3g} cm", 100 * metres);
    return fmt::format("{:.4g} m", metres);
}

}  // namespace talus::run
