#pragma once
#include <array>
#include <string_view>

namespace talus::viewer {

/// The parts of the window that can have the keyboard.
enum class Part { Picture, Settings, Look, Values, Plots, Hand, Messages, Timeline, Scenes, Menu };

/// Their names in commands. Ctrl+1 and so on go to all but the picture, in this order.
inline constexpr std::array<std::string_view, 10> part_names{
    "picture", "settings", "look", "values", "plots", "hand", "messages", "timeline", "scenes", "menu"};

}  // namespace talus::viewer
