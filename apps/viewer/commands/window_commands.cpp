#include "viewer/commands/groups.h"

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {

std::vector<Command> windowCommands() {
    return {
        {"theme", "dark | light", "", "", "Colours of the window", 1, 1,
         [](Viewer& v, const Words& w) {
             if (w[0] != "dark" && w[0] != "light")
                 return Status(Error{ErrorKind::Input, fmt::format("'{}': give dark or light", w[0])});
             v.setLight(w[0] == "light");
             return success();
         }},
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
