#include "viewer/commands/groups.h"

#include "viewer/commands/arguments.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

Status pick(Viewer& viewer, const Words& words) {
    const auto v = numbers(words);
    if (!v) return v.error();
    return viewer.pickAt((*v)[0], (*v)[1]);
}

}  // namespace

std::vector<Command> lookCommands() {
    return {
        {"colour", "NAME", "", "", "Colours by the material or by a field", 1, 1,
         onSource([](Viewer& v, const Words& w) { return v.setColour(w[0]); })},
        {"pick", "X Y", "", "", "Shows all values of what is under a pixel of the picture", 2, 2,
         onSource(pick)},
    };
}

}  // namespace talus::viewer
