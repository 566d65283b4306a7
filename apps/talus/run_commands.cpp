#include "run_commands.h"

#include "commands.h"

namespace talus::cli {

void addRunCommands(CLI::App& app, int& exit_code) {
    addRun(app, exit_code);
    addResume(app, exit_code);
    addInfo(app, exit_code);
    addDiff(app, exit_code);
    addView(app, exit_code);
    addRender(app, exit_code);
    addEngrave(app, exit_code);
    addPlot(app, exit_code);
    addExport(app, exit_code);
    addDoctor(app, exit_code);
}

}  // namespace talus::cli
