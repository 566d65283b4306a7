#include "viewer/commands/groups.h"

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Status open(Viewer& viewer, const Words& words) {
    const bool discards = words.size() > 1 && words[1] == "discard";
    if (viewer.hasUnsavedChanges() && !discards)
        return Error{ErrorKind::Input,
                     "settings were changed and are not saved; save them (Ctrl+S), or give "
                     "open PATH discard"};
    return viewer.open(words[0]);
}

Status quit(Viewer& viewer, const Words& words) {
    const std::string how = words.empty() ? "" : words.front();
    if (!how.empty() && how != "discard" && how != "save")
        return Error{ErrorKind::Input, fmt::format("'{}': give discard or save, or nothing", how)};
    if (how == "save")
        if (Status saved = viewer.save(""); !saved) return saved;
    viewer.quit(how == "discard");
    return success();
}

}  // namespace

std::vector<Command> fileCommands() {
    return {
        {"open", "PATH [discard]", "Ctrl+O", "", "Opens a scene file or a run folder", 1, 2, open},
        {"browse", "[on | off]", "Ctrl+B", "File", "Shows the scenes that come with Talus", 0, 1,
         [](Viewer& v, const Words& w) {
             const auto shown = onOff(w, v.browses());
             if (!shown) return Status(shown.error());
             v.browse(*shown);
             return success();
         }},
        {"record", "FOLDER", "", "", "Begins again and records a run in a new folder", 1, 1,
         onSource([](Viewer& v, const Words& w) {
             v.source().record(w[0]);
             return success();
         })},
        {"end-record", "", "", "File", "Ends recording, with a checkpoint", 0, 0,
         simply(&RunSource::endRecord)},
        {"screenshot", "[FILE]", "F12", "File", "Writes the picture as PNG and shows its path", 0, 1,
         [](Viewer& v, const Words& w) { return v.screenshot(w.empty() ? "" : w[0]); }},
        {"save", "[FILE]", "Ctrl+S", "File", "Writes changed settings into the scene file, or into a new one",
         0, 1, [](Viewer& v, const Words& w) { return v.save(w.empty() ? "" : w[0]); }},
        {"quit", "[discard | save]", "Ctrl+Q", "File", "Quits; asks first where changes are not saved", 0, 1,
         quit},
    };
}

}  // namespace talus::viewer
