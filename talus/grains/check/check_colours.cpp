#include <algorithm>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/picture/draw.h"

namespace talus::grains {

void checkColours(const Checking& checked) {
    const method::Render& render = checked.scene.render;
    // Pictures drawn during the run have all fields; frames have the fields in output.fields.
    const std::vector<std::string>& kept = checked.scene.output.fields;
    const std::vector<std::string_view> own = frameFields();
    const bool of_grains =
        render.colour != "material" && std::find(own.begin(), own.end(), render.colour) != own.end();
    if (of_grains && std::find(kept.begin(), kept.end(), render.colour) == kept.end())
        checked.warn(checked.spanOf("render", 0, "colour"),
                     fmt::format("frames will not have '{}', so that talus render cannot draw them by it",
                                 render.colour),
                     fmt::format("add \"{}\" to output.fields", render.colour));
}

}  // namespace talus::grains
