#include "viewer/commands.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/core/parse_words.h"
#include "viewer/pictures/camera_moves.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

constexpr std::size_t any = 1000;  // number of arguments

Result<double> number(const std::string& word) {
    const auto value = parseNumber<double>(word);
    if (!value || !std::isfinite(*value))
        return Error{ErrorKind::Input, fmt::format("'{}' is not a number", word)};
    return *value;
}

Result<std::vector<double>> numbers(const Words& words) {
    std::vector<double> values;
    for (const std::string& word : words) {
        const auto value = number(word);
        if (!value) return value.error();
        values.push_back(*value);
    }
    return values;
}

Result<std::uint64_t> count(const Words& words, std::uint64_t otherwise) {
    if (words.empty()) return otherwise;
    const auto value = parseNumber<std::uint64_t>(words.front());
    if (!value) return Error{ErrorKind::Input, fmt::format("'{}' is not a whole number", words.front())};
    return *value;
}

/// A command on what is open.
template <class Act>
auto onSource(Act act) {
    return [act](Viewer& viewer, const Words& words) -> Status {
        if (!viewer.isOpen()) return Error{ErrorKind::Input, "nothing is open; open a scene or a run first"};
        return act(viewer, words);
    };
}

/// One that needs nothing but the source.
auto simply(void (RunSource::*act)()) {
    return onSource([act](Viewer& viewer, const Words&) {
        (viewer.source().*act)();
        return success();
    });
}

Status open(Viewer& viewer, const Words& words) {
    const bool discards = words.size() > 1 && words[1] == "discard";
    if (viewer.hasUnsavedChanges() && !discards)
        return Error{ErrorKind::Input,
                     "settings were changed and are not saved; save them (Ctrl+S), or give "
                     "open PATH discard"};
    return viewer.open(words[0]);
}

Status step(Viewer& viewer, const Words& words) {
    const auto steps = count(words, 1);
    if (!steps) return steps.error();
    viewer.source().step(*steps);
    return success();
}

Status seek(Viewer& viewer, const Words& words) {
    const auto frame = count(words, 0);
    if (!frame) return frame.error();
    viewer.source().seek(*frame);
    return success();
}

Status toggle(Viewer& viewer, const Words&) {
    viewer.status().playing ? viewer.source().pause() : viewer.source().play();
    return success();
}

Status speed(Viewer& viewer, const Words& words) {
    double value = std::numeric_limits<double>::infinity();
    if (words.front() != "max") {
        const auto given = number(words.front());
        if (!given) return given.error();
        if (!(*given > 0)) return Error{ErrorKind::Input, "a speed is above 0"};
        value = *given;
    }
    viewer.source().setSpeed(value);
    return success();
}

Status set(Viewer& viewer, const Words& words) {
    viewer.source().setSetting(words[0], words[1]);
    if (viewer.isLive()) viewer.addChange(words[0], words[1]);
    return success();
}

Status orbit(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    constexpr double degree = std::numbers::pi / 180;
    const Vec3d pivot = v->size() == 4 ? viewer.pointAt((*v)[2], (*v)[3]) : viewer.camera().target;
    viewer.setCamera(orbited(viewer.camera(), pivot, (*v)[0] * degree, (*v)[1] * degree));
    return success();
}

Status pan(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    const double depth = length(viewer.camera().target - viewer.camera().position);
    viewer.setCamera(panned(viewer.camera(), depth, (*v)[0], (*v)[1]));
    return success();
}

Status zoom(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    if (!((*v)[0] > 0)) return Error{ErrorKind::Input, "a factor is above 0"};
    const Vec3d point = v->size() == 3 ? viewer.pointAt((*v)[1], (*v)[2]) : viewer.camera().target;
    viewer.setCamera(zoomed(viewer.camera(), point, (*v)[0]));
    return success();
}

Status fly(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    viewer.setCamera(flown(viewer.camera(), (*v)[0], (*v)[1], (*v)[2]));
    return success();
}

Status pick(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.pickAt((*v)[0], (*v)[1]);
}

/// "on", "off" or nothing: the other.
Result<bool> onOff(const Words& words, bool present) {
    if (words.empty()) return !present;
    if (words.front() == "on") return true;
    if (words.front() == "off") return false;
    return Error{ErrorKind::Input, fmt::format("'{}': give on or off", words.front())};
}

Status status(Viewer& viewer, const Words&) {
    const auto shot = viewer.shot();
    if (!shot) return Error{ErrorKind::Input, "nothing is shown yet"};
    std::string text =
        fmt::format("frame {} step {} time {:.6g} s", shot->number, shot->step, shot->frame.time);
    for (const method::Count& counted : shot->counts)
        text += fmt::format(", {} {}", counted.count, counted.what);
    viewer.say(text + (viewer.status().playing ? ", running" : ", paused"));
    return success();
}

Status plot(Viewer& viewer, const Words& words) {
    if (words.size() < 2) return viewer.plot(words[0], std::nullopt);
    const auto on = onOff({words[1]}, false);
    if (!on) return on.error();
    return viewer.plot(words[0], *on);
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

std::vector<Command> makeCommands() {
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

        {"toggle", "", "Space", "Run", "Runs or pauses", 0, 0, onSource(toggle)},
        {"run", "", "", "", "Runs the simulation, or plays the recorded frames", 0, 0,
         simply(&RunSource::play)},
        {"pause", "", "", "", "Pauses", 0, 0, simply(&RunSource::pause)},
        {"step", "[N]", ".", "Run", "Pauses and takes one time step, or N; of a recorded run frames", 0, 1,
         onSource(step)},
        {"next-frame", "", "Right", "Run", "Pauses and goes to the next frame", 0, 0,
         simply(&RunSource::nextFrame)},
        {"previous-frame", "", "Left", "Run", "Pauses and goes back to the frame before", 0, 0,
         simply(&RunSource::previousFrame)},
        {"seek", "FRAME", "", "", "Pauses and goes to a frame", 1, 1, onSource(seek)},
        {"reset", "", "R", "Run", "Begins again; settings that wait take effect", 0, 0,
         simply(&RunSource::reset)},
        {"speed", "X | max", "", "", "Simulated seconds in a second of real time, at most", 1, 1,
         onSource(speed)},
        {"set", "KEY VALUE", "", "", "Changes a setting, as --set KEY=VALUE of talus run", 2, 2,
         onSource(set)},

        {"orbit", "RIGHT UP [X Y]", "", "",
         "Turns the camera by degrees about its target, or about the point under a pixel", 2, 4,
         onSource(orbit)},
        {"pan", "RIGHT UP", "", "", "Moves the picture by shares of its height", 2, 2, onSource(pan)},
        {"zoom", "FACTOR [X Y]", "", "", "Goes nearer (below 1) to the target, or to the point under a pixel",
         1, 3, onSource(zoom)},
        {"fly", "FORWARD RIGHT UP", "", "", "Moves the camera along its own axes [m]", 3, 3, onSource(fly)},
        {"camera", "NAME", "", "", "Takes a camera of the scene, or auto", 1, 1,
         onSource([](Viewer& v, const Words& w) { return v.chooseCamera(w[0]); })},
        {"frame-all", "", "F", "View", "Shows the whole scene", 0, 0,
         onSource([](Viewer& v, const Words&) { return v.chooseCamera("auto"); })},
        {"copy-camera", "", "Ctrl+C", "View", "Shows the camera as [[camera]] for a scene file", 0, 0,
         onSource([](Viewer& v, const Words&) {
             v.say(asToml(v.camera(), "view"));
             return success();
         })},
        {"colour", "NAME", "", "", "Colours by the material or by a field", 1, 1,
         onSource([](Viewer& v, const Words& w) { return v.setColour(w[0]); })},
        {"pick", "X Y", "", "", "Shows all values of what is under a pixel of the picture", 2, 2,
         onSource(pick)},

        {"plot", "COLUMN [on | off]", "", "", "Draws a column of the statistics over time, or not any more",
         1, 2, onSource(plot)},
        {"export-plot", "FILE.csv", "", "", "Writes time and the drawn columns as a table, or all columns", 1,
         1, onSource([](Viewer& v, const Words& w) { return v.exportPlot(w[0]); })},

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
        {"status", "", "", "", "Shows frame, step, time and counts as a message", 0, 0, onSource(status)},
        {"say", "TEXT", "", "", "Shows a message", 0, any,
         [](Viewer& v, const Words& w) {
             std::string text;
             for (const std::string& word : w) text += (text.empty() ? "" : " ") + word;
             v.say(text);
             return success();
         }},
    };
}

}  // namespace

std::span<const Command> commands() {
    static const std::vector<Command> all = makeCommands();
    return all;
}

Result<Words> wordsOf(std::string_view line) {
    Words words;
    std::string word;
    bool quoted = false, begun = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '\\' && i + 1 < line.size()) {
            word += line[++i];
        } else if (c == '"') {
            quoted = !quoted;
            begun = true;
        } else if (!quoted && (c == ' ' || c == '\t' || c == '\r')) {
            if (begun) words.push_back(std::exchange(word, {}));
            begun = false;
        } else {
            word += c;
            begun = true;
        }
    }
    if (quoted) return Error{ErrorKind::Input, "a quotation mark has no partner"};
    if (begun) words.push_back(std::move(word));
    return words;
}

std::string quotedWord(std::string_view word) {
    std::string text = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + "\"";
}

Status executeCommand(Viewer& viewer, std::string_view line) {
    auto words = wordsOf(line);
    if (!words) return words.error();
    if (words->empty()) return success();
    const std::string name = std::move(words->front());
    words->erase(words->begin());
    const auto all = commands();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Command& command) { return command.name == name; });
    if (found == all.end()) {
        std::vector<std::string> names;
        for (const Command& command : all) names.emplace_back(command.name);
        const auto near = nearest(name, names);
        return Error{ErrorKind::Input, fmt::format("there is no command '{}'{}", name,
                                                   near ? fmt::format("; did you mean '{}'?", *near)
                                                        : "; F1 lists the commands")};
    }
    if (words->size() < found->min_arguments || words->size() > found->max_arguments)
        return Error{ErrorKind::Input, fmt::format("usage: {} {}", found->name, found->arguments)};
    return found->act(viewer, *words);
}

std::string commandsAsMarkdown() {
    std::string text = "| command | key | what it does |\n|---|---|---|\n";
    for (const Command& command : commands()) {
        std::string arguments(command.arguments);
        for (std::size_t at = 0; (at = arguments.find('|', at)) != std::string::npos; at += 2)
            arguments.insert(at, "\\");
        text += fmt::format("| `{}{}{}` | {} | {} |\n", command.name, arguments.empty() ? "" : " ", arguments,
                            command.key, command.help);
    }
    return text;
}

}  // namespace talus::viewer
