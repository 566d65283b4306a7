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

}  // namespace

std::vector<Command> plotCommands() {
    return {
        {"plot", "COLUMN [on | off]", "", "", "Draws a column of the statistics over time, or not any more",
         1, 2, onSource(plot)},
        {"export-plot", "FILE.csv", "", "", "Writes time and the drawn columns as a table, or all columns", 1,
         1, onSource([](Viewer& v, const Words& w) { return v.exportPlot(w[0]); })},
    };
}

}  // namespace talus::viewer
