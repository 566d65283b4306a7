#include "talus/couple/granular/picture/draw.h"

#include "talus/couple/granular/scene.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/picture/draw.h"

namespace talus::couple::granular {

double depthOfSand(const Scene& scene) {
    return couple::hybridIn(scene) ? couple::hybridIn(scene)->depth : 0;
}

ground::ShownGrains shownGrains(const Scene& scene) {
    return {.radius = [&scene](const std::string& material) { return grains::shownRadius(scene, material); },
            .depth = depthOfSand(scene)};
}

Status draw(const Scene& scene, method::Drawing& drawing) {
    if (Status status = grains::draw(scene, drawing); !status) return status;
    return ground::draw(scene, drawing, shownGrains(scene));
}

std::vector<std::string_view> colours() {
    std::vector<std::string_view> names = grains::frameFields();
    names.insert(names.end(), {ground::colour_by_height, ground::colour_by_slope, ground::colour_by_change});
    return names;
}

std::vector<std::string_view> coloursOf(const Scene& scene) {
    return ground::in(scene).ground ? colours() : grains::frameFields();
}

}  // namespace talus::couple::granular
