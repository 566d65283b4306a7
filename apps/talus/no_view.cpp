#include "report.h"
#include "run_commands.h"

namespace talus::cli {

/// In builds without the viewer.
void addView(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("view", "Open a scene or a run in a window (not in this build)");
    command->allow_extras();
    command->callback([&exit_code] {
        exit_code =
            fail(ErrorKind::Runtime,
                 "this Talus was built without its viewer; install libglfw3-dev and libimgui-dev, and "
                 "build it again");
    });
}

}  // namespace talus::cli
