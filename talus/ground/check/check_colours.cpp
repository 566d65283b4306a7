#include <fmt/format.h>

#include "talus/ground/check/checks.h"
#include "talus/ground/picture/ground_picture.h"

namespace talus::ground {

void checkColours(const Checking& checked) {
    const method::Render& render = checked.scene.render;
    if (!in(checked.scene).ground && isGroundColour(render.colour))
        checked.diagnostics.error(
            checked.spanOf("render", 0, "colour"),
            fmt::format("'{}' is a colour of the ground, and the scene has none", render.colour),
            "colour by a field of the grains, or add [ground]");
}

}  // namespace talus::ground
