#pragma once
#include <cstddef>

#include <imgui/imgui.h>

namespace talus::viewer {

/// Number of colours; higher indices repeat them.
inline constexpr std::size_t plot_colours = 8;

/// A colour for a curve on the background of the theme. Colour-blind readers can tell them apart (Okabe and
/// Ito 2008, "Color universal design").
ImU32 plotColour(std::size_t index, bool light);

}  // namespace talus::viewer
