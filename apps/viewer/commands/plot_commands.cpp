#include "viewer/commands/groups.h"

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Status plot(Viewer& viewer, const Words& words) {
    if (words.size() < 2) return viewer.plot(words[0], std::nullopt);
    const auto on = onOff({words[1]}, false);
    if (!on) return on.error();
    return viewer.plot(words[0], *on);
}

Status followPick(Viewer& viewer, const Words& words) {
    if (words[0] != "off") return viewer.followPick(words[0]);
    viewer.stopFollowing();
    return success();
}

}  // namespace

std::vector<Command> plotCommands() {
    return {
        {"plot", "COLUMN [on | off]", "", "", "Draws a column of the statistics over time, or not any more",
         1, 2, onSource(plot)},
        {"follow-pick", "FIELD | off", "", "", "Draws a field of what was picked over time", 1, 1,
         onSource(followPick)},
        {"export-plot", "FILE.csv | FILE.png", "", "",
         "Writes the drawn columns over time as a table (all where none is drawn) or a picture", 1, 1,
         onSource([](Viewer& v, const Words& w) { return v.exportPlot(w[0]); })},
    };
}

}  // namespace talus::viewer
