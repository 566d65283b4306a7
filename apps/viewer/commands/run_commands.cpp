#include "viewer/commands/groups.h"

#include <limits>

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

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

}  // namespace

std::vector<Command> runCommands() {
    return {
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
        {"status", "", "", "", "Shows frame, step, time and counts as a message", 0, 0, onSource(status)},
    };
}

}  // namespace talus::viewer
