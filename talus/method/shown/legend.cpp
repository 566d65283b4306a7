#include "talus/method/shown/legend.h"

namespace talus::method {

picture::Legend legendOf(const Common& scene, const PictureStyle& style, std::string name, std::string unit,
                         std::span<const double> values, double share, double unit_size) {
    picture::ColourScale scale = style.scale;
    if (!scale.low && scene.render.colour_min) scale.low = *scene.render.colour_min / unit_size;
    if (!scale.high && scene.render.colour_max) scale.high = *scene.render.colour_max / unit_size;
    return picture::legendOf(std::move(name), std::move(unit), values, scale, share);
}

}  // namespace talus::method
