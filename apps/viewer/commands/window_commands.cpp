#include "viewer/commands/groups.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {

namespace {

Status focus(Viewer& viewer, const Words& words) {
    const auto found = std::find(part_names.begin(), part_names.end(), words[0]);
    if (found == part_names.end())
        return Error{ErrorKind::Input, fmt::format("'{}' is no part of the window; there are: {}", words[0],
                                                   fmt::join(part_names, ", "))};
    const auto part = static_cast<Part>(found - part_names.begin());
    if (part == Part::Scenes) viewer.browse(true);
    viewer.focus(part);
    return success();
}

}  // namespace

std::vector<Command> windowCommands() {
    return {
        {"theme", "dark | light", "", "", "Colours of the window", 1, 1,
         [](Viewer& v, const Words& w) {
             if (w[0] != "dark" && w[0] != "light")
                 return Status(Error{ErrorKind::Input, fmt::format("'{}': give dark or light", w[0])});
             v.setLight(w[0] == "light");
             return success();
         }},
        {"focus", "PART", "Ctrl+1 ... 9", "",
         "Gives the keyboard to settings, look, values, plots, hand, messages, timeline, scenes, menu or "
         "picture (Esc)",
         1, 1, focus},
        {"help", "[on | off]", "F1", "Help", "Shows keys and commands", 0, 1,
         [](Viewer& v, const Words& w) {
             const auto shown = onOff(w, v.helpShown());
             if (!shown) return Status(shown.error());
             v.showHelp(*shown);
             return success();
         }},
        {"say", "TEXT", "", "", "Shows a message", 0, any_number,
         [](Viewer& v, const Words& w) {
             std::string text;
             for (const std::string& word : w) text += (text.empty() ? "" : " ") + word;
             v.say(text);
             return success();
         }},
    };
}

}  // namespace talus::viewer
