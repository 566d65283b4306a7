#include "talus/method/shown/screen.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/method/gather.h"
#include "talus/method/shown/idle_screen_keys.h"
#include "talus/picture/screen/links.h"
#include "talus/picture/screen/volume.h"

namespace talus::method {

using namespace settings;
using picture::engraved::ScreenSettings;
using Onto = ScreenSettings::Onto;
namespace {

constexpr double largest_side = 8192;  // three floats a phyxel: 0.8 GB
const Range colours = between(0, 1);

std::vector<Parameter> pressRows() {
    return {
        parameter(&ScreenSettings::points,
                  {.key = "points",
                   .doc = "Set of points of the frames that presses the screen, as `talus info` lists them: "
                          "masses, grains, water, ...; empty: the first set."}),
        parameter(&ScreenSettings::field,
                  {.key = "field", .doc = "Only points with one of `values` in this field; empty: all."}),
        parameter(&ScreenSettings::values,
                  {.key = "values", .range = between(-1e30, 1e30), .doc = "Values of `field`."}),
        parameter(&ScreenSettings::radius,
                  {.key = "radius",
                   .unit = "m",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "Radius of the mark of a point; \"auto\": twice the "
                          "radius of the point, so that marks overlap. Points of water "
                          "and sand have none: give one."}),
        parameter(&ScreenSettings::profile, {.key = "profile",
                                             .doc = "Shape of a mark: a formula of r, 0 in its middle to 1 "
                                                    "at its rim."}),
        parameter(&ScreenSettings::height,
                  {.key = "height",
                   .range = between(-1e6, 1e6),
                   .doc = "Height of a wide mark at rest, in its radii; below 0: sunk."}),
        parameter(&ScreenSettings::settle,
                  {.key = "settle",
                   .unit = "s",
                   .range = between(0, 3600),
                   .doc = "Time under the points of the first frame before the screen counts."})};
}

std::vector<Parameter> massRows() {
    return {choice(&ScreenSettings::preset,
                   Words<std::string>{{"sand", "sand"}, {"mud", "mud"}, {"pebbles", "pebbles"}},
                   {.key = "preset",
                    .doc = "Springs and dampers: sand (ripples) and mud (trickles) as the paper prints them, "
                           "or pebbles (no memory)."}),
            parameter(&ScreenSettings::links,
                      {.key = "links",
                       .range = between(0, 1e6),
                       .doc = "In place of a preset: ks, ki, zs, zi at 300 steps a second, stiffness and "
                              "damping to the ground (s) and to neighbours (i)."}),
            parameter(&ScreenSettings::rate, {.key = "rate",
                                              .unit = "1/s",
                                              .range = between(1, 1e6),
                                              .doc = "Steps of the screen in a simulated second."})};
}

std::vector<Parameter> placeRows() {
    return {
        choice(&ScreenSettings::onto,
               Words<Onto>{{"camera", Onto::Camera},
                           {"xy", Onto::PlaneXY},
                           {"xz", Onto::PlaneXZ},
                           {"yz", Onto::PlaneYZ},
                           {"ground", Onto::Ground},
                           {"volume", Onto::Volume}},
               {.key = "onto",
                .doc = "Where the screen is: in the picture of a camera; in a plane, which points come "
                       "straight onto; on the ground, where points that touch it press it; or a volume "
                       "of masses in a box. Ground and volume are drawn by a camera."}),
        parameter(&ScreenSettings::camera,
                  {.key = "camera", .doc = "Name of a camera, or auto, or orbit; empty: the scene's first."}),
        parameter(&ScreenSettings::size, {.key = "size",
                                          .range = between(1, largest_side),
                                          .length = 2,
                                          .doc = "Phyxels across and down; on the ground at most."}),
        parameter(&ScreenSettings::min,
                  {.key = "min",
                   .unit = "m",
                   .doc = "Lowest corner of the box that a plane or a volume shows. Equal to max: all "
                          "points of the run, which only `talus engrave` can know."}),
        parameter(&ScreenSettings::max, {.key = "max", .unit = "m", .doc = "Its highest corner."}),
        parameter(&ScreenSettings::cell,
                  {.key = "cell",
                   .unit = "m",
                   .range = atLeast(0),
                   .doc = "Side of a phyxel of a volume; 0: the longest side of the box has 128."}),
        parameter(&ScreenSettings::relief, {.key = "relief",
                                            .range = between(-1e3, 1e3),
                                            .doc = "On the ground: how high a of 1 is drawn, in phyxels."})};
}

std::vector<Parameter> lookRows() {
    return {
        parameter(&ScreenSettings::lighting,
                  {.key = "lighting",
                   .doc = "Brightness, a formula: of a, its gradient dx, dy (dy downwards), its change v, "
                          "and in a volume the share s of sunlight that arrives. Empty: "
                          "-0.45*dx + 0.55*dy as in the paper; 1 on the ground; 0.25 + 0.75*s in a "
                          "volume."}),
        parameter(&ScreenSettings::colour,
                  {.key = "colour", .range = colours, .doc = "Colour that is lit: red, green, blue (sRGB)."}),
        choice(&ScreenSettings::map,
               Words<std::string>{
                   {"none", "none"}, {"viridis", "viridis"}, {"plasma", "plasma"}, {"inferno", "inferno"}},
               {.key = "map", .doc = "In place of the colour: a colour map of a."}),
        parameter(&ScreenSettings::range, {.key = "range",
                                           .range = between(-1e30, 1e30),
                                           .length = 2,
                                           .doc = "Values of a [phyxels] at the two ends of the map."}),
        parameter(&ScreenSettings::zone, {.key = "zone",
                                          .range = between(0, 1e6),
                                          .absent = "all",
                                          .doc = "Only the zone of influence, |a| above this [phyxels], "
                                                 "is lit."}),
        parameter(&ScreenSettings::outside,
                  {.key = "outside", .range = colours, .doc = "Colour outside of the zone (sRGB)."}),
        parameter(&ScreenSettings::opacity,
                  {.key = "opacity",
                   .range = between(0, 1e6),
                   .doc = "How opaque a volume is: optical depth of a phyxel where a is 1."}),
        parameter(&ScreenSettings::zoom, {.key = "zoom",
                                          .range = between(1, 16),
                                          .doc = "Pixels for each phyxel, across and down, with colours "
                                                 "in between."}),
        parameter(&ScreenSettings::exr,
                  {.key = "exr",
                   .doc = "Whether a is written beside each picture, as 32-bit floats in an EXR file; of "
                          "a volume as a VDB file."})};
}

/// A number of phyxels.
double phyxelsOf(const ScreenSettings& screen) {
    if (screen.onto != Onto::Volume) return double(screen.size[0]) * screen.size[1];
    const picture::engraved::VolumeBox box = volumeBox(screen);
    return double(box.cells[0]) * double(box.cells[1]) * double(box.cells[2]);
}

void checkFormulas(const ScreenSettings& screen, const Checking& checking) {
    if (const auto profile = picture::engraved::Profile::parse(screen.profile); !profile)
        checking.error("screen", 0, "profile", "this formula cannot be used: " + profile.error().message,
                       "it is a formula of r, from 0 to 1, such as 1 - r^2");
    if (screen.lighting.empty()) return;
    const auto lighting = picture::engraved::Lighting::parse(screen.lighting);
    if (!lighting)
        return checking.error("screen", 0, "lighting",
                              "this formula cannot be read: " + lighting.error().message,
                              fmt::format("it is a formula of a, dx, dy, v and s, such as {}",
                                          picture::engraved::standard_lighting));
    // The first picture is of a screen at rest. Where nothing but a zone of influence is lit, or a volume is
    // empty, the formula is not used there.
    if (screen.zone || screen.onto == Onto::Volume || screen.settle > 0) return;
    Formula::Evaluator evaluate(lighting->formula());
    if (std::isnan(evaluate({0, 0, 0, 0, 1})))
        checking.error("screen", 0, "lighting",
                       "this formula has no value where the screen is flat: a, dx, dy and v are 0 there",
                       "where it divides by 0, add a small number, or light a zone only");
}

void checkLinks(const ScreenSettings& screen, const Checking& checking) {
    const char* key = screen.links.empty() ? "preset" : "links";
    if (!screen.links.empty() && screen.links.size() != 4)
        return checking.error("screen", 0, key, fmt::format("{} numbers", screen.links.size()),
                              "give four, ks, ki, zs and zi, as in [0.03, 0.06, 0.01, 0.01]");
    const auto stable = checkStability(linksOf(screen), screen.rate, screen.onto == Onto::Volume ? 6 : 4);
    if (!stable) checking.error("screen", 0, key, stable.error().message, "");
}

void checkPlace(const ScreenSettings& screen, const Checking& checking) {
    std::vector<std::string> cameras{"auto", "orbit"};
    for (const Camera& camera : checking.scene.cameras) cameras.push_back(camera.name);
    if (!screen.camera.empty() && std::find(cameras.begin(), cameras.end(), screen.camera) == cameras.end())
        checking.error("screen", 0, "camera", fmt::format("there is no camera '{}'", screen.camera),
                       fmt::format("there are: {}", fmt::join(cameras, ", ")));
    if (screen.onto == Onto::Ground && landsOf(checking.scene).empty())
        checking.error("screen", 0, "onto", "the scene has no ground",
                       "add [ground], or choose a plane: onto = \"xy\"");
    if (!screen.hasBox()) return;
    const Vec3d size = screen.max - screen.min;
    if (!(size.x >= 0 && size.y >= 0 && size.z >= 0))
        return checking.error("screen", 0, "max", "max is below min on an axis",
                              "min is the lowest corner of the box and max the highest");
    // A plane does not show the axis that is normal to it.
    const bool any_x = screen.onto == Onto::PlaneYZ, any_y = screen.onto == Onto::PlaneXZ,
               any_z = screen.onto == Onto::PlaneXY;
    if ((screen.onPlane() || screen.onto == Onto::Volume) &&
        !((any_x || size.x > 0) && (any_y || size.y > 0) && (any_z || size.z > 0)))
        return checking.error(
            "screen", 0, "max", "max equals min on an axis that the screen shows",
            "the box of the screen needs a width and a height, and that of a volume a depth");
    if (screen.onto == Onto::Volume && phyxelsOf(screen) > double(picture::engraved::largest_volume))
        checking.error("screen", 0, screen.cell > 0 ? "cell" : "max",
                       fmt::format("{:.3g} phyxels are too many", phyxelsOf(screen)),
                       fmt::format("at most {} are possible: raise cell", picture::engraved::largest_volume));
}

void check(const Checking& checking) {
    const ScreenSettings* screen = screenOf(checking.scene);
    if (screen == nullptr) return;
    checkFormulas(*screen, checking);
    checkLinks(*screen, checking);
    checkPlace(*screen, checking);
    checkIdleScreenKeys(*screen, checking);
    if (screen->field.empty() != screen->values.empty())
        checking.error("screen", 0, screen->field.empty() ? "values" : "field",
                       "field and values belong together", "as in field = \"group\" and values = [0]");
    if (!(screen->range[0] < screen->range[1]))
        checking.error("screen", 0, "range", "the first value must be below the second",
                       "as in range = [0, 5]");
    const int largest = std::max(screen->size[0], screen->size[1]) * screen->zoom;
    if (largest > largest_side)
        checking.error("screen", 0, screen->zoom > 1 ? "zoom" : "size",
                       fmt::format("pictures of {} pixels a side are too large", largest),
                       fmt::format("they have at most {} pixels a side; zoom less", largest_side));
}

/// The screen is no method that a scene uses: a picture must not change how the others step. So its memory is
/// taken here.
void load(Scene& scene, const Checking& checking) {
    const ScreenSettings* screen = screenOf(scene);
    if (screen == nullptr) return;
    const double bytes = phyxelsOf(*screen) * (3 * sizeof(float) + 3.0 * screen->zoom * screen->zoom);
    const bool is_volume = screen->onto == Onto::Volume;
    checking.takeMemory("screen", 0, is_volume ? "cell" : "size", "the masses of the screen", bytes,
                        is_volume ? "make the cells larger" : "make the screen smaller");
}

}  // namespace

Section screenSection() {
    std::vector<Parameter> rows;
    for (std::vector<Parameter>& some : std::vector{pressRows(), massRows(), placeRows(), lookRows()})
        for (Parameter& row : some) rows.push_back(std::move(row));
    return optional("screen", &ScreenPart::screen,
                    "A picture of each frame as an engraved screen: points press a fine grid of masses and "
                    "springs. `talus engrave` makes it of a recorded run.",
                    std::move(rows));
}

const ScreenSettings* screenOf(const Scene& scene) {
    for (const Part& part : scene.parts)
        if (part.is<ScreenPart>()) {
            const auto& screen = part.as<ScreenPart>().screen;
            return screen ? &*screen : nullptr;
        }
    return nullptr;
}

double screenWork(const Scene& scene) {
    const ScreenSettings* screen = screenOf(scene);
    if (screen == nullptr) return 0;
    // Measured on a server processor with AVX2 [s]: a step of a phyxel, with few marks; a pixel of a picture
    // (of a volume 1.7e-6 where it is nearly empty, and 4e-6 in pour-as-a-cloud).
    const bool is_volume = screen->onto == Onto::Volume;
    const double step = is_volume ? 5e-9 : 1e-9, pixel = is_volume ? 3e-6 : 2e-8;
    const double phyxels = phyxelsOf(*screen);
    const double pixels = is_volume ? double(scene.render.size[0]) * scene.render.size[1]
                                    : phyxels * screen->zoom * screen->zoom;
    return step * phyxels * screen->rate * (scene.time.end() + screen->settle) +
           pixel * pixels * (scene.time.frames() + 1);
}

Method screen() {
    return {.name = "screen",
            .line = "pictures by an engraved screen",
            .defaults = Part::of<ScreenPart>(),
            .sections = {screenSection()},
            .load = load,
            .check = check};
}

}  // namespace talus::method
