#include "talus/run/picture/look/caption.h"

#include <cmath>

#include <fmt/format.h>

namespace talus::run {

void addToCaption(picture::Picture& picture, const std::string& text) {
    picture.caption += (picture.caption.empty() ? "" : "   ") + text;
}

std::string lengthText(double metres) {
    const double size = std::abs(metres);
    if (size > 0 && size < 1e-5) return fmt::format("{:.3g} um", 1e6 * metres);
    if (size < 0.01) return fmt::format("{:.3g} mm", 1000 * metres);
    if (size < 1) return fmt::format("{:.3g} cm", 100 * metres);
    return fmt::format("{:.4g} m", metres);
}

}  // namespace talus::run
