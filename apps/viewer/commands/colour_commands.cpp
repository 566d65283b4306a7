#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/commands/groups.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Status colourRange(Viewer& viewer, const Words& words) {
    method::PictureStyle style = viewer.style();
    picture::ColourScale& scale = style.scale;
    if (words.size() == 2) {
        const auto ends = numbers(words);
        if (!ends) return ends.error();
        scale.low = (*ends)[0];
        scale.high = (*ends)[1];
        if (!(*scale.low < *scale.high))
            return Error{ErrorKind::Input, "the low end of a range is below its high end"};
        if (scale.logarithmic && !(*scale.low > 0))
            return Error{ErrorKind::Input,
                         "a logarithmic scale begins above 0; give another range, or "
                         "colour-scale linear"};
    } else if (words[0] == "auto") {
        scale.low = scale.high = std::nullopt;
    } else if (words[0] == "lock") {
        const auto legend = viewer.legend();
        if (!legend) return Error{ErrorKind::Input, "the picture has no legend; colour by a field first"};
        scale.low = legend->low;
        scale.high = legend->high;
    } else {
        return Error{ErrorKind::Input, "give the two ends of the range, auto, or lock"};
    }
    viewer.setStyle(style);
    return success();
}

Status colourScale(Viewer& viewer, const Words& words) {
    if (words[0] != "linear" && words[0] != "log")
        return Error{ErrorKind::Input, fmt::format("'{}': give linear or log", words[0])};
    method::PictureStyle style = viewer.style();
    style.scale.logarithmic = words[0] == "log";
    if (style.scale.logarithmic && style.scale.low && !(*style.scale.low > 0))
        return Error{ErrorKind::Input,
                     fmt::format("the range begins at {:g}, and a logarithmic scale above 0; first set "
                                 "another range, or colour-range auto",
                                 *style.scale.low)};
    viewer.setStyle(style);
    return success();
}

Status colourMap(Viewer& viewer, const Words& words) {
    std::string names;
    for (const picture::NamedColourMap& named : picture::colour_maps) {
        names += (names.empty() ? "" : ", ") + std::string(named.name);
        if (named.name != words[0]) continue;
        method::PictureStyle style = viewer.style();
        style.scale.map = named.map;
        viewer.setStyle(style);
        return success();
    }
    return Error{ErrorKind::Input, fmt::format("there is no map '{}'; there are: {}", words[0], names)};
}

Result<picture::Colour> colourOf(const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    if (v->size() != 3 || !std::all_of(v->begin(), v->end(), [](double c) { return c >= 0 && c <= 1; }))
        return Error{ErrorKind::Input, "a colour is three numbers from 0 to 1: red, green, blue"};
    return picture::colourOf({(*v)[0], (*v)[1], (*v)[2]});
}

Status background(Viewer& viewer, const Words& words) {
    run::Look look = viewer.look();
    look.background.reset();
    if (words.size() > 1 || words[0] != "scene") {
        const auto colour = colourOf(words);
        if (!colour) return colour.error();
        look.background = *colour;
    }
    viewer.setLook(std::move(look));
    return success();
}

Status materialColour(Viewer& viewer, const Words& words) {
    if (!viewer.shot()) return Error{ErrorKind::Input, "there is no state yet"};
    std::string names;
    bool known = false;
    for (const environment::Material& material : viewer.shot()->scene->environment.materials) {
        names += (names.empty() ? "" : ", ") + material.name;
        known = known || material.name == words[0];
    }
    if (!known)
        return Error{ErrorKind::Input,
                     fmt::format("there is no material '{}'; there are: {}", words[0], names)};
    run::Look look = viewer.look();
    const Words values(words.begin() + 1, words.end());
    if (values == Words{"scene"}) {
        look.materials.erase(words[0]);
    } else {
        const auto colour = colourOf(values);
        if (!colour) return colour.error();
        look.materials[words[0]] = *colour;
    }
    viewer.setLook(std::move(look));
    return success();
}

Status light(Viewer& viewer, const Words& words) {
    run::Look look = viewer.look();
    look.to_sun.reset();
    if (words.size() > 1 || words[0] != "scene") {
        const auto v = numbers(words);
        if (!v) return v.error();
        if (v->size() != 2 || !((*v)[1] > 0 && (*v)[1] <= 90))
            return Error{ErrorKind::Input,
                         "give azimuth and elevation of the sun in degrees; the elevation is "
                         "above 0 and at most 90"};
        const double azimuth = (*v)[0] * std::numbers::pi / 180, elevation = (*v)[1] * std::numbers::pi / 180;
        look.to_sun = Vec3d{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                            std::sin(elevation)};
    }
    viewer.setLook(std::move(look));
    return success();
}

}  // namespace

std::vector<Command> colourCommands() {
    return {
        {"colour", "NAME", "", "", "Colours by the material or by a field", 1, 1,
         onSource([](Viewer& v, const Words& w) { return v.setColour(w[0]); })},
        {"colour-range", "LOW HIGH | auto | lock", "", "",
         "Sets the ends of the colour scale; lock: those of the present legend", 1, 2, onSource(colourRange)},
        {"colour-scale", "linear | log", "", "", "Colours by values, or by their logarithms", 1, 1,
         onSource(colourScale)},
        {"colour-map", "viridis | plasma | inferno", "", "", "Chooses the colours of the scale", 1, 1,
         onSource(colourMap)},
        {"material-colour", "NAME R G B | NAME scene", "", "",
         "Shows a material in another colour; the scene keeps its own", 2, 4, onSource(materialColour)},
        {"background", "R G B | scene", "", "", "Chooses the colour of the background", 1, 3,
         onSource(background)},
        {"light", "AZIMUTH ELEVATION | scene", "", "",
         "Turns the sun: degrees from +x towards +y, and above the horizon", 1, 2, onSource(light)},
    };
}

}  // namespace talus::viewer
