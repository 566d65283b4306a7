#include "viewer/panels/plot_colours.h"

namespace talus::viewer {
namespace {

constexpr ImU32 blue = IM_COL32(0, 114, 178, 255), vermilion = IM_COL32(213, 94, 0, 255),
                green = IM_COL32(0, 158, 115, 255), purple = IM_COL32(204, 121, 167, 255),
                orange = IM_COL32(230, 159, 0, 255), sky = IM_COL32(86, 180, 233, 255),
                yellow = IM_COL32(240, 228, 66, 255), black = IM_COL32(40, 40, 42, 255),
                white = IM_COL32(225, 225, 225, 255);

// Those that stand out best from the background come first.
constexpr ImU32 on_light[plot_colours] = {blue, vermilion, green, purple, orange, sky, black, yellow};
constexpr ImU32 on_dark[plot_colours] = {sky, orange, green, purple, yellow, vermilion, white, blue};

}  // namespace

ImU32 plotColour(std::size_t index, bool light) { return (light ? on_light : on_dark)[index % plot_colours]; }

}  // namespace talus::viewer
