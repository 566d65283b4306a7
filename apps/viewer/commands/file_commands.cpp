#include "viewer/commands/groups.h"

#include <optional>

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

/// Error where what is open has changes that opening something else would lose.
Status mayLeave(const Viewer& viewer, const Words& words, std::size_t arguments) {
    const bool discards = words.size() > arguments && words[arguments] == "discard";
    if (!viewer.hasUnsavedChanges() || discards) return success();
    return Error{ErrorKind::Input,
                 "settings were changed and are not saved; save them (Ctrl+S), or add the word discard"};
}

Status open(Viewer& viewer, const Words& words) {
    if (Status may = mayLeave(viewer, words, 1); !may) return may;
    return viewer.open(words[0]);
}

Status openNew(Viewer& viewer, const Words& words) {
    if (Status may = mayLeave(viewer, words, 2); !may) return may;
    return viewer.openNew(words[0], words[1]);
}

Status record(Viewer& viewer, const Words& words) {
    if (words.size() > 1 && words[1] != "here")
        return Error{ErrorKind::Input, fmt::format("'{}': give here, or nothing", words[1])};
    words.size() > 1 ? viewer.source().recordHere(words[0]) : viewer.source().record(words[0]);
    return success();
}

Status recordWindow(Viewer& viewer, const Words& words) {
    std::optional<double> pictures_per_second;
    std::uint64_t every = 1;
    if (words.size() > 1) {
        const auto given = number(words[1]);
        if (!given) return given.error();
        pictures_per_second = *given;
    }
    if (words.size() > 2) {
        const auto given = count({words[2]}, 1);
        if (!given) return given.error();
        every = *given;
    }
    return viewer.beginFilm(words[0], pictures_per_second, every);
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
        {"new", "TEMPLATE FILE [discard]", "", "",
         "Copies a template of talus new to a new file and opens it", 2, 3, openNew},
        {"record", "FOLDER [here]", "", "",
         "Begins again and records a run in a new folder, or goes on from here", 1, 2, onSource(record)},
        {"end-record", "", "", "File", "Ends recording, with a checkpoint", 0, 0,
         simply(&RunSource::endRecord)},
        {"checkpoint", "FOLDER", "", "", "Writes a new run folder from which talus resume goes on from here",
         1, 1, onSource([](Viewer& v, const Words& w) {
             v.source().checkpoint(w[0]);
             return success();
         })},
        {"resume-here", "", "", "File", "Goes on with a recorded run as a simulation, from the frame shown",
         0, 0, onSource([](Viewer& v, const Words&) { return v.resumeHere(); })},
        {"record-window", "FILE.mp4 [FPS [EVERY]]", "", "",
         "Makes a film of the window's view: a picture of every frame, or of every EVERY-th", 1, 3,
         onSource(recordWindow)},
        {"end-record-window", "", "", "File", "Ends the film and writes it", 0, 0,
         [](Viewer& v, const Words&) { return v.endFilm(); }},
        {"screenshot", "[FILE]", "F12", "File", "Writes the picture as PNG and shows its path", 0, 1,
         [](Viewer& v, const Words& w) { return v.screenshot(w.empty() ? "" : w[0]); }},
        {"save", "[FILE]", "Ctrl+S", "File", "Writes changed settings into the scene file, or into a new one",
         0, 1, [](Viewer& v, const Words& w) { return v.save(w.empty() ? "" : w[0]); }},
        {"quit", "[discard | save]", "Ctrl+Q", "File", "Quits; asks first where changes are not saved", 0, 1,
         quit},
    };
}

}  // namespace talus::viewer
