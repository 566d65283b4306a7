#include <fmt/format.h>

#include "talus/method/check_world.h"
#include "talus/scene/passes.h"

namespace talus::scene {

void checkCameras(const method::Checking& checked) {
    for (std::size_t i = 0; i < checked.scene.cameras.size() && !settings::full(checked.diagnostics); ++i) {
        const method::Camera& camera = checked.scene.cameras[i];
        if (camera.name == "auto")
            checked.diagnostics.error(checked.spanOf("camera", i, "name"),
                                      "no [[camera]] can be named 'auto'",
                                      "that name is reserved for the camera that shows the whole scene");
        if (length(camera.position - camera.target) > 0) continue;
        checked.diagnostics.error(
            checked.spanOf("camera", i, "position"),
            fmt::format("[[camera]] '{}' has its target at its own position", camera.name),
            "position and target must differ");
    }
    method::checkDirection(checked, "render", 0, "sun", checked.scene.render.sun);
    const method::Render& render = checked.scene.render;
    constexpr long max_pixels = 34'000'000;  // the limit of Renderer::create()
    if (long{render.size[0]} * render.size[1] > max_pixels)
        checked.diagnostics.error(
            checked.spanOf("render", 0, "size"),
            fmt::format("a picture of {} x {} pixels cannot be drawn", render.size[0], render.size[1]),
            fmt::format("at most {} million pixels in all are possible", max_pixels / 1'000'000));
    if (render.colour_min && render.colour_max && !(*render.colour_min < *render.colour_max))
        checked.diagnostics.error(checked.spanOf("render", 0, "colour_max"),
                                  "'colour_max' must be above 'colour_min'");
}

}  // namespace talus::scene
