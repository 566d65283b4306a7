#pragma once
#include "viewer/commands/commands.h"
#include "viewer/viewer.h"

/// Arguments of commands.
namespace talus::viewer {

Result<double> number(const std::string& word);
Result<std::vector<double>> numbers(const Words& words);
/// The first word as a whole number; `otherwise` without words.
Result<std::uint64_t> count(const Words& words, std::uint64_t otherwise);
/// "on", "off", or without words the opposite of the present state.
Result<bool> onOff(const Words& words, bool present);

/// A command on what is open.
template <class Act>
auto onSource(Act act) {
    return [act](Viewer& viewer, const Words& words) -> Status {
        if (!viewer.isOpen()) return Error{ErrorKind::Input, "nothing is open; open a scene or a run first"};
        return act(viewer, words);
    };
}

/// A command on a recorded run.
template <class Act>
auto onRecorded(Act act) {
    return onSource([act](Viewer& viewer, const Words& words) -> Status {
        if (viewer.recorded() == nullptr)
            return Error{ErrorKind::Input, "this is for recorded runs; open a run folder first"};
        return act(viewer, *viewer.recorded(), words);
    });
}

/// A command that only calls a function of the source.
inline auto simply(void (RunSource::*act)()) {
    return onSource([act](Viewer& viewer, const Words&) {
        (viewer.source().*act)();
        return success();
    });
}

}  // namespace talus::viewer
