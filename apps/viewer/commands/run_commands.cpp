#include "viewer/commands/groups.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "viewer/commands/arguments.h"
#include "viewer/runs/recorded_run.h"
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

/// Doubles or halves the speed; the steps are powers of two of real time.
Status changeSpeed(Viewer& viewer, bool faster) {
    constexpr double fastest = 1024, slowest = 1.0 / 1024;
    const SourceStatus& status = viewer.status();
    double present = status.speed;
    if (!std::isfinite(present)) {
        if (faster) {
            viewer.say("the speed is not limited already");
            return success();
        }
        // What the simulation reaches by itself, or real time where it is not known yet.
        present = status.slowdown > 0 ? std::min(fastest, 2 / status.slowdown) : 2;
    }
    const double power = std::log2(present);
    const double wanted = std::exp2(faster ? std::floor(power + 1e-9) + 1 : std::ceil(power - 1e-9) - 1);
    if (wanted < slowest) return Error{ErrorKind::Input, "slower than 1/1024 of real time: use step instead"};
    const bool limited = wanted <= fastest;
    viewer.source().setSpeed(limited ? wanted : std::numeric_limits<double>::infinity());
    viewer.say(!limited      ? std::string("as fast as possible")
               : wanted >= 1 ? fmt::format("{:.0f} simulated seconds in a second, at most", wanted)
                             : fmt::format("1/{:.0f} simulated second in a second, at most", 1 / wanted));
    return success();
}

Status loop(Viewer&, RecordedRun& run, const Words& words) {
    const auto on = onOff(words, run.loops());
    if (!on) return on.error();
    run.setLoop(*on);
    return success();
}

Status frames(Viewer&, RecordedRun& run, const Words& words) {
    run::FrameRange range;
    if (words.size() == 1) {
        if (words[0] != "all") return Error{ErrorKind::Input, "give FIRST LAST [STRIDE], or all"};
        return run.selectFrames(range);
    }
    std::uint64_t* const parts[] = {&range.first, &range.last, &range.stride};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto given = count({words[i]}, 0);
        if (!given) return given.error();
        *parts[i] = *given;
    }
    if (range.stride == 0) return Error{ErrorKind::Input, "a stride is 1 or more"};
    if (range.last < range.first) return Error{ErrorKind::Input, "the last frame is before the first"};
    return run.selectFrames(range);
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
        {"faster", "", "+", "Run", "Twice the speed", 0, 0,
         onSource([](Viewer& v, const Words&) { return changeSpeed(v, true); })},
        {"slower", "", "-", "Run", "Half the speed", 0, 0,
         onSource([](Viewer& v, const Words&) { return changeSpeed(v, false); })},
        {"loop", "[on | off]", "L", "Run", "Plays a recorded run again and again", 0, 1, onRecorded(loop)},
        {"frames", "FIRST LAST [STRIDE] | all", "", "", "Which frames of a recorded run are played", 1, 3,
         onRecorded(frames)},
        {"set", "KEY VALUE", "", "", "Changes a setting, as --set KEY=VALUE of talus run", 2, 2,
         onSource(set)},
        {"status", "", "", "", "Shows frame, step, time and counts as a message", 0, 0, onSource(status)},
    };
}

}  // namespace talus::viewer
